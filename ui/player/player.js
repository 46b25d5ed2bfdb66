// The player: where it stands, its controls and keys, and what it tells Python.

const BASE_INTERVAL = 600; // ms at 1×
const SEND_AFTER = 120; // ms: a held arrow key becomes one message to Python
const GAPS_KEPT = 200;
const PAGE = "body, html, [data-testid='stApp'], [data-testid='stAppViewContainer'], [data-testid='stMain']";

class Player {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-testid="player-${name}"]`);
    this.views = [new Strip(root), new Goal(root), new Listing(root)];
    this.clock = new Clock(() => this.go(this.step + 1));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.sent = 0; // number of the last move told to Python; it only grows
    this.gaps = [];
    this.connect();
  }

  // Listeners on our own elements live and die with them; those outside are undone by end().
  connect() {
    for (const button of this.root.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.act(button.dataset.do));
    }
    const scrubber = this.part("scrubber");
    scrubber.addEventListener("input", () => {
      this.clock.stop();
      this.go(Number(scrubber.value));
    });
    scrubber.addEventListener("change", () => this.tell());
    this.part("speed").addEventListener("change", () => this.clock.running && this.clock.start(this.interval));
  }

  attach() {
    if (this.outside) return;
    this.outside = new AbortController();
    const { signal } = this.outside;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    this.calm.addEventListener("change", () => this.showControls(), { signal });
    const resized = new ResizeObserver(() => this.layout());
    resized.observe(this.root.querySelector(".stage"));
    signal.addEventListener("abort", () => resized.disconnect());
  }

  end() {
    this.clock.stop();
    if (this.pending) this.flush();
    this.outside?.abort();
    this.outside = null;
  }

  receive(data, setStateValue) {
    this.setStateValue = setStateValue;
    this.attach();
    this.ink(data.inks);
    if (data.plan !== this.data?.plan) {
      this.clock.stop();
      this.forget();
      this.data = data;
      this.step = this.known = data.step;
      for (const view of this.views) view.load(data);
      this.frame();
      this.width = 0;
      this.layout();
      return;
    }
    if (data.ack < this.sent || this.pending) return; // Python has not heard of our last move yet
    if (data.step === this.known) return; // a rerun that is not about us
    this.clock.stop();
    this.known = data.step;
    this.go(data.step);
  }

  frame() {
    const { captions, palette, steps } = this.data;
    const set = (name, left, right) => {
      const caption = this.root.querySelector(`.${name}-caption`);
      caption.hidden = left === null;
      label(caption.children[0], left ?? "");
      if (caption.children[1]) label(caption.children[1], right ?? "");
    };
    set("ratio", captions.ratio);
    set("strip", captions.strip, captions.total);
    set("goal", captions.goal, captions.estimate);
    const legend = this.root.querySelector(".legend");
    legend.replaceChildren();
    for (const { name, colour, share } of palette.filter((entry) => entry.share > 0)) {
      const item = write("li", "", `${name} ${share < 0.01 ? "<1" : Math.round(share * 100)}%`, legend);
      item.style.setProperty("--colour", colour);
    }
    this.part("scrubber").max = steps.length - 1;
  }

  // Light or dark, judged by the text colour in use; the two blues and reds come from the one list of colours.
  ink(inks) {
    const [r, g, b] = getComputedStyle(this.root).color.match(/[\d.]+/g) ?? [0, 0, 0];
    const dark = 0.3 * r + 0.6 * g + 0.1 * b > 128;
    for (const [name, colour] of Object.entries(inks[dark ? "dark" : "light"])) this.root.style.setProperty(`--${name}`, colour);
  }

  layout() {
    const width = Math.floor(this.root.querySelector(".stage").clientWidth);
    if (!width || width === this.width || !this.data) return;
    this.width = width;
    this.root.classList.add("still");
    this.reserve();
    for (const view of this.views) view.layout?.(width);
    this.go(this.step);
    this.root.getBoundingClientRect(); // settle before motion is allowed again
    this.root.classList.remove("still");
  }

  // Room for the longest sentence, so that nothing below it moves.
  reserve() {
    const sentence = this.part("sentence");
    const longest = this.data.steps.map((step) => step.text).sort((a, b) => b.length - a.length).slice(0, 4);
    sentence.style.minHeight = "";
    const heights = longest.map((text) => {
      sentence.textContent = text;
      return sentence.offsetHeight;
    });
    sentence.style.minHeight = `${Math.max(0, ...heights)}px`;
  }

  get last() {
    return this.data.steps.length - 1;
  }

  get interval() {
    return BASE_INTERVAL / Number(this.part("speed").value);
  }

  go(step) {
    const before = this.step;
    this.step = clamp(step, 0, this.last);
    for (const view of this.views) view.show(this.step, this.step === before + 1);
    label(this.part("sentence"), this.data.steps[this.step].text);
    if (this.clock.running) this.measure();
    if (this.clock.running && this.step === this.last) {
      this.clock.stop();
      this.tell(true);
    }
    this.showControls();
  }

  showControls() {
    const playing = this.clock.running;
    const scrubber = this.part("scrubber");
    scrubber.value = this.step;
    scrubber.style.setProperty("--done", `${this.last ? (100 * this.step) / this.last : 0}%`);
    scrubber.setAttribute("aria-valuetext", `step ${this.step} of 0 to ${this.last}`);
    label(this.part("step"), `step ${this.step} (0–${this.last})`);
    // aria-disabled: a button that is really disabled would lose the focus, and with it the keys.
    for (const name of ["first", "back"]) this.part(name).setAttribute("aria-disabled", this.step === 0);
    for (const name of ["next", "last"]) this.part(name).setAttribute("aria-disabled", this.step === this.last);
    const play = this.part("play");
    play.disabled = this.calm.matches || this.last === 0;
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.classList.toggle("playing", playing);
    this.part("reduced").hidden = !this.calm.matches;
    this.part("sentence").setAttribute("aria-live", playing ? "off" : "polite");
    this.root.dataset.step = this.step;
    this.root.dataset.playing = playing;
  }

  act(what) {
    if (what === "play") return this.clock.running ? this.pause() : this.play();
    const target = clamp({ first: 0, back: this.step - 1, next: this.step + 1, last: this.last }[what], 0, this.last);
    if (target === this.step && !this.clock.running) return undefined;
    this.clock.stop();
    this.go(target);
    return this.tell();
  }

  play() {
    if (this.part("play").disabled) return;
    this.gaps = [];
    this.painted = 0;
    this.clock.start(this.interval);
    this.go(this.step === this.last ? 0 : this.step);
  }

  pause() {
    this.clock.stop();
    this.showControls();
    this.tell(true);
  }

  // When the frame of this step is about to be painted, in ms since the last one.
  measure() {
    requestAnimationFrame((now) => {
      if (this.painted) this.gaps.push(Math.round((now - this.painted) * 10) / 10);
      this.painted = now;
      this.gaps = this.gaps.slice(-GAPS_KEPT);
      this.root.dataset.frameGaps = JSON.stringify(this.gaps);
    });
  }

  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.composedPath()[0];
    const inside = this.root.contains(target);
    if (!inside && !(target.matches?.(PAGE) && this.visible())) return;
    const what = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[event.key];
    if (!what || target.matches("select")) return;
    if (what === "play" && target.matches("button")) return; // the button does it
    event.preventDefault();
    this.act(what);
  }

  visible() {
    const { top, bottom, width } = this.root.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  }

  // Tell Python where the user is, at once or when they stop stepping.
  tell(now = false) {
    this.known = this.step;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.flush(), now ? 0 : SEND_AFTER);
  }

  flush() {
    this.forget();
    this.sent = Math.max(Date.now(), this.sent + 1);
    this.setStateValue("step", { step: this.step, number: this.sent, plan: this.data.plan });
  }

  forget() {
    clearTimeout(this.pending);
    this.pending = 0;
  }
}

const players = new WeakMap();

// Called on mount and again for every rerun of the page; the player of an element is made once.
export default function ({ parentElement, data, setStateValue }) {
  const root = parentElement.querySelector('[data-testid="player"]');
  if (!players.has(root)) players.set(root, new Player(root));
  const player = players.get(root);
  player.receive(data, setStateValue);
  // Also called for a superseded run: end only what has really left the page.
  return () => setTimeout(() => root.isConnected || player.end());
}
