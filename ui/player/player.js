// The player: where it stands, its controls and keys, and what it tells Python.

const BASE_INTERVAL = 600; // ms at 1×
const GAPS_KEPT = 200;
// Where a key is nobody else's: the page itself, and the link of the navigation that led here.
const PAGE =
  "body, html, a, [data-testid='stApp'], [data-testid='stAppViewContainer'], [data-testid='stMain']";

class Player {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-testid="player-${name}"]`);
    this.words = new Words(root);
    this.views = [this.words, new Strip(root), new Goal(root), new Listing(root)];
    this.clock = new Clock(() => this.go(this.step + 1));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.post = new Post();
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
    scrubber.addEventListener("change", () => this.post.tell(this.step));
    this.root.addEventListener("pointerdown", (event) => {
      if (this.clock.running && !event.target.closest(".play, .speed")) this.pause();
    });
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
    this.post.flush();
    this.outside?.abort();
    this.outside = null;
  }

  receive(data, setStateValue) {
    this.post.send = setStateValue;
    this.attach();
    this.words.ink(data.inks);
    if (data.plan !== this.data?.plan) {
      this.clock.stop();
      this.post.open(data);
      this.data = data;
      this.step = data.step;
      for (const view of this.views) view.load(data);
      this.part("scrubber").max = this.last;
      this.width = 0;
      this.layout();
      return;
    }
    if (!this.post.moved(data)) return;
    this.clock.stop();
    this.go(data.step);
  }

  layout() {
    const width = Math.floor(this.root.querySelector(".stage").clientWidth);
    if (!width || width === this.width || !this.data) return;
    this.width = width;
    this.root.classList.add("still");
    for (const view of this.views) view.layout?.(width);
    this.go(this.step);
    this.root.getBoundingClientRect(); // settle before motion is allowed again
    this.root.classList.remove("still");
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
    if (this.clock.running) this.measure();
    if (this.clock.running && this.step === this.last) {
      this.clock.stop();
      this.post.tell(this.step, true);
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
    // Faded, not disabled: a disabled button would lose the focus, and with it the keys.
    for (const name of ["first", "back"]) this.part(name).classList.toggle("idle", this.step === 0);
    for (const name of ["next", "last"]) this.part(name).classList.toggle("idle", this.step === this.last);
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
    return this.post.tell(this.step);
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
    this.post.tell(this.step, true);
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
    if (event.key === "Escape" && this.clock.running) this.pause();
    if (!what || target.matches("select")) return;
    if (what === "play" && target.matches("button")) return; // the button does it
    event.preventDefault();
    this.act(what);
  }

  visible() {
    const { top, bottom, width } = this.root.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
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
