// All lanes on one scrubber. A frame is a step of the longest plan; shorter plans move in proportion.

const FRAME = 500; // ms
const MOST_FRAMES = 60;

class Race {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-testid="race-${name}"]`);
    this.clock = new Clock(() => this.go(this.frame + 1));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.part("play").addEventListener("click", () => this.toggle());
    this.part("scrubber").addEventListener("input", (event) => {
      const frame = Number(event.target.value); // before the controls are drawn anew
      this.clock.stop();
      this.go(frame);
    });
    this.lanes = [];
  }

  attach() {
    if (this.outside) return;
    this.outside = new AbortController();
    const { signal } = this.outside;
    this.calm.addEventListener("change", () => this.controls(), { signal });
    const resized = new ResizeObserver(() => this.layout());
    resized.observe(this.part("lanes"));
    signal.addEventListener("abort", () => resized.disconnect());
  }

  end() {
    this.clock.stop();
    this.outside?.abort();
    this.outside = null;
  }

  receive(data) {
    this.attach();
    if (data.race === this.data?.race) return this.layout(true);
    this.clock.stop();
    this.data = data;
    this.part("lanes").replaceChildren();
    label(this.part("kept"), data.kept ?? "");
    this.part("kept").hidden = !data.kept;
    this.lanes = data.lanes.map((lane) => new RaceLane(data, lane, this.part("lanes")));
    const longest = Math.max(0, ...this.lanes.map((lane) => lane.last));
    this.last = Math.min(MOST_FRAMES, longest);
    this.part("scrubber").max = this.last;
    this.frame = this.last;
    return this.layout(true);
  }

  layout(force = false) {
    const lane = this.lanes[0];
    if (!lane) return this.controls();
    const width = Math.floor(lane.canvas.clientWidth);
    if (!width || (!force && width === this.width)) return undefined;
    this.width = width;
    const style = getComputedStyle(this.root);
    const inks = {
      text: style.getPropertyValue("--st-text-color").trim() || "#888",
      paper: style.getPropertyValue("--st-background-color").trim() || "#fff",
    };
    for (const each of this.lanes) each.layout(width, devicePixelRatio || 1, inks);
    return this.go(this.frame);
  }

  go(frame) {
    this.frame = clamp(frame, 0, this.last);
    const share = this.last ? this.frame / this.last : 1;
    for (const lane of this.lanes) lane.show(Math.round(share * lane.last));
    if (this.clock.running && this.frame === this.last) this.clock.stop();
    this.controls();
  }

  toggle() {
    if (this.clock.running) return this.stop();
    if (this.frame === this.last) this.go(0);
    this.clock.start(FRAME);
    return this.controls();
  }

  stop() {
    this.clock.stop();
    this.controls();
  }

  controls() {
    const play = this.part("play");
    play.disabled = this.calm.matches || !this.last;
    play.classList.toggle("playing", this.clock.running);
    play.setAttribute("aria-label", this.clock.running ? "Pause" : "Play");
    this.part("reduced").hidden = !this.calm.matches;
    this.part("scrubber").value = this.frame ?? 0;
    const percent = this.last ? Math.round((100 * this.frame) / this.last) : 100;
    label(this.part("step"), `${percent}% of the steps`);
    this.root.dataset.frame = this.frame ?? 0;
    this.root.dataset.playing = this.clock.running;
  }
}

const races = new WeakMap();

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector('[data-testid="race"]');
  if (!races.has(root)) races.set(root, new Race(root));
  const found = races.get(root);
  found.receive(data);
  return () => setTimeout(() => root.isConnected || found.end());
}
