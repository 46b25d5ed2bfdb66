// The kept tokens of the candidate against the goal; earlier tries stay as ghosts.

const BAR = { label: 13, top: 22, height: 26, name: 76 };
const BAR_HEIGHT = 82;
const SIGNS = { under: "M-6 0L-2 5L6 -5", over: "M-6.5 5.5L0 -6L6.5 5.5z", none: "" };

class Goal {
  constructor(root) {
    this.box = root.querySelector(".goal");
    this.svg = root.querySelector(".bar");
    this.svg.style.height = `${BAR_HEIGHT}px`;
    const pattern = draw("pattern", { id: "too-much", width: 7, height: 7, patternUnits: "userSpaceOnUse" }, draw("defs", {}, this.svg));
    draw("path", { class: "over-hatch", d: "M-1 1L1 -1M0 7L7 0M6 8L8 6" }, pattern);
    this.track = draw("rect", { class: "track", y: BAR.top, height: BAR.height }, this.svg);
    this.bar = draw("rect", { class: "kept moving", y: BAR.top, width: 1, height: BAR.height }, this.svg);
    // The part beyond the goal: a wide hatched rectangle behind a window that moves with the bar's end.
    this.overClip = draw("g", { class: "over" }, this.svg);
    this.over = draw("rect", { class: "over-part", y: BAR.top, height: BAR.height, fill: "url(#too-much)" }, this.overClip);
    this.edge = draw("path", { class: "edge moving", d: `M0 ${BAR.top}v${BAR.height}` }, this.svg);
    this.line = draw("path", { class: "goal-line", d: `M0 ${BAR.label + 4}V${BAR.top + BAR.height + 8}` }, this.svg);
    this.goalText = draw("text", { class: "goal-text", y: BAR.label }, this.svg);
    this.ghosts = draw("g", {}, this.svg);
    this.words = root.querySelector(".verdict");
  }

  load(data) {
    this.data = data;
    this.box.hidden = data.captions.goal === null;
    this.goal = data.steps.find((step) => step.goal !== undefined)?.goal;
  }

  x(tokens) {
    return (clamp(tokens, 0, this.data.top) / this.data.top) * this.width;
  }

  layout(width) {
    this.width = width;
    this.track.setAttribute("width", width);
    for (const part of [this.line, this.goalText]) show(part, this.goal !== undefined);
    if (this.goal === undefined) return;
    const x = this.x(this.goal);
    this.line.setAttribute("transform", `translate(${x} 0)`);
    this.over.setAttribute("x", x);
    this.over.setAttribute("width", Math.max(0, width - x));
    label(this.goalText, `${this.data.captions.aim}${spoken(Math.round(this.goal))}`);
    const half = this.goalText.getComputedTextLength() / 2;
    this.goalText.setAttribute("x", clamp(x, half, width - half) - half);
  }

  show(at) {
    const { bar } = this.data.steps[at];
    const kept = bar?.kept ?? 0;
    const strength = bar && !bar.live ? 0.4 : 1;
    move(this.bar, `scaleX(${this.x(kept)})`);
    show(this.bar, Boolean(bar), strength);
    move(this.edge, `translate(${this.x(kept)}px, 0)`);
    show(this.edge, Boolean(bar), strength);
    this.overClip.style.clipPath = `inset(0 ${Math.max(0, this.width - this.x(kept))}px 0 0)`;
    show(this.overClip, bar?.state === "over", strength);
    this.showWords(bar);
    this.showGhosts(at, bar);
  }

  showWords(bar) {
    const [text, sign, verdict] = this.words.children;
    label(text, !bar ? "Nothing counted yet" : bar.live ? bar.text : `Last try: ${bar.text}`);
    label(verdict, bar?.verdict ?? "");
    sign.firstElementChild.setAttribute("d", SIGNS[bar?.state ?? "none"]);
    sign.setAttribute("class", bar?.state ?? "none");
    this.words.classList.toggle("faint", !bar?.live);
  }

  showGhosts(at, bar) {
    const tries = new Map();
    for (let i = 0; i <= at; i++) {
      const step = this.data.steps[i];
      if (step.kind === "measure" && step.bar) tries.set(step.bar.name, step.bar.kept);
    }
    this.ghosts.replaceChildren();
    let free = this.width + 20;
    for (const [name, kept] of [...tries].sort((a, b) => b[1] - a[1])) {
      const x = clamp(this.x(kept), 1, this.width - 1);
      const now = bar?.live && bar.kept === kept && bar.name === name;
      const group = draw("g", { class: now ? "ghost now" : "ghost", transform: `translate(${x} 0)` }, this.ghosts);
      draw("path", { d: `M0 ${BAR.top + BAR.height + 2}v9` }, group);
      const half = 4 + 4 * name.length;
      if (x + half > free) continue;
      free = x - half;
      const text = draw("text", { class: "number", y: BAR.name, "text-anchor": "middle" }, group);
      text.setAttribute("x", clamp(x, half, this.width - half) - x);
      text.textContent = name;
    }
  }
}
