// The token strip and what moves over it: ruler of messages, bracket, rejected candidates, candidate, fates.

const LANE = { label: 14, ruler: 22, slope: 28, bracket: 50, passed: 66, top: 76, bottom: 136, mark: 154, ticks: 176 };
const STAGE_HEIGHT = 182;
const CROSS_GAP = 14;

class Strip {
  constructor(root) {
    this.stage = root.querySelector(".stage");
    this.still = root.querySelector(".still");
    this.marks = root.querySelector(".marks");
    this.stage.style.height = `${STAGE_HEIGHT}px`;
    this.blocks = new Blocks();
    this.build();
  }

  load(data) {
    this.data = data;
    this.blocks.load(data);
  }

  x(index) {
    return this.blocks.x(index, this.width);
  }

  build() {
    const defs = draw("defs", {}, this.marks);
    const hatch = (id, size, path) => {
      const pattern = draw("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, defs);
      draw("path", { d: path, class: "hatch" }, pattern);
    };
    hatch("summarize", 8, "M-2 2L2 -2M0 8L8 0M6 10L10 6");
    hatch("drop", 10, "M0 0L10 10M10 0L0 10");
    this.fates = {};
    for (const fate of ["summarize", "clear", "truncate", "drop"]) {
      const group = draw("g", { class: `fate ${fate}` }, this.marks);
      this.fates[fate] = { group, veil: draw("path", { class: "veil" }, group), over: draw("path", { class: "over" }, group) };
    }
    for (const fate of ["summarize", "drop"]) this.fates[fate].over.setAttribute("fill", `url(#${fate})`);
    const height = LANE.bottom - LANE.top;
    this.beyond = draw("rect", { class: "beyond", y: LANE.top, width: 1, height }, this.marks);
    this.fill = draw("rect", { class: "ink moving", y: LANE.ruler, width: 1, height: 6 }, this.marks);
    this.slope = draw("path", { class: "line moving", d: `M0 0V${LANE.bracket - LANE.slope}` }, this.marks);
    this.bracket = draw("rect", { class: "ink moving", y: LANE.bracket - 1.25, width: 1, height: 2.5 }, this.marks);
    this.openCap = draw("path", { class: "line moving", d: `M1 ${LANE.bracket}v9` }, this.marks);
    this.closeCap = draw("path", { class: "line moving", d: `M-1 ${LANE.bracket}v9` }, this.marks);
    this.caption = draw("text", { class: "moving strong", y: LANE.label, "text-anchor": "middle" }, this.marks);
    this.kept = draw("rect", { class: "kept moving", y: LANE.bottom + 2, width: 1, height: 4 }, this.marks);
    this.passed = draw("g", { class: "passed" }, this.marks);
    this.outcomes = [0, 1].map(() => draw("text", { class: "moving strong", y: LANE.passed + 3, "text-anchor": "middle" }, this.marks));
    this.candidate = draw("g", { class: "candidate moving" }, this.marks);
    draw("path", { class: "halo", d: `M0 ${LANE.top - 5}V${LANE.mark + 2}` }, this.candidate);
    draw("path", { class: "line thick", d: `M0 ${LANE.top - 5}V${LANE.mark + 2}` }, this.candidate);
    this.candidateCross = draw("path", { class: "cross", d: CROSS }, this.candidate);
    this.candidateText = draw("text", { class: "strong", y: LANE.mark }, this.candidate);
  }

  layout(width) {
    this.width = width;
    this.still.replaceChildren();
    const paths = this.blocks.paths(this.width);
    this.data.palette.forEach((entry, category) => {
      if (paths[category]) draw("path", { d: paths[category], fill: entry.colour }, this.still);
    });
    this.rulers();
  }

  rulers() {
    if (this.data.captions.ratio) {
      draw("rect", { class: "track", y: LANE.ruler, width: this.width, height: 6 }, this.still);
      for (let tenth = 1; tenth < 10; tenth++) {
        draw("path", { class: "notch", d: `M${((this.width * tenth) / 10).toFixed(1)} ${LANE.ruler}v6` }, this.still);
      }
    }
    let free = -Infinity;
    if (this.data.captions.kept) {
      const words = draw("text", { class: "number", x: 0, y: LANE.ticks }, this.still);
      words.textContent = this.data.captions.kept;
      free = words.getComputedTextLength() + 8;
    }
    for (const index of this.data.strip.ticks) {
      const x = this.x(index);
      const half = 5 + 4 * String(index).length;
      const middle = clamp(x, half, this.width - half);
      if (middle - half < free) continue;
      free = middle + half + 6;
      draw("path", { class: "tick", d: `M${x.toFixed(1)} ${LANE.bottom}V${LANE.ticks - 12}` }, this.still);
      draw("text", { class: "number", x: middle.toFixed(1), y: LANE.ticks, "text-anchor": "middle" }, this.still).textContent = `#${index}`;
    }
  }

  show(at, forward) {
    const step = this.data.steps[at];
    this.showBracket(step);
    this.showCandidate(step);
    this.showPassed(step.passed ?? []);
    this.showFates(at, forward);
    this.showOutcome(step);
  }

  showBracket(step) {
    const visible = step.bracket !== undefined;
    for (const part of [this.fill, this.slope, this.bracket, this.openCap, this.closeCap, this.caption]) show(part, visible);
    show(this.beyond, visible && step.kind !== "measure", 0.55);
    if (!visible) return;
    const ratio = clamp(step.ratio, 0, 1) * this.width;
    const limit = this.x(step.limit + 1);
    move(this.fill, `scaleX(${ratio})`);
    move(this.slope, `translate(${ratio}px, ${LANE.slope}px) skewX(${Math.atan2(limit - ratio, LANE.bracket - LANE.slope)}rad)`);
    move(this.bracket, `scaleX(${limit})`);
    move(this.closeCap, `translate(${limit}px, 0)`);
    move(this.beyond, `translate(${limit}px, 0) scaleX(${Math.max(0, this.width - limit)})`);
    label(this.caption, step.bracket);
    const half = this.caption.getComputedTextLength() / 2;
    move(this.caption, `translate(${clamp(ratio, half, Math.max(half, this.width - half))}px, 0)`);
  }

  showCandidate(step) {
    show(this.candidate, step.mark !== undefined);
    const counted = step.mark !== undefined && ["measure", "apply", "decide"].includes(step.kind);
    show(this.kept, counted);
    if (step.mark === undefined) return;
    const x = this.x(step.mark.at);
    move(this.candidate, `translate(${clamp(x, 1, this.width - 1)}px, 0)`);
    if (counted) move(this.kept, `translate(${x}px, 0) scaleX(${Math.max(0, this.width - x)})`);
    label(this.candidateText, step.mark.label);
    const length = this.candidateText.getComputedTextLength();
    const room = step.mark.ok ? 0 : 16;
    const left = x > length + room + 12 ? -length - room - 7 : 7;
    show(this.candidateCross, !step.mark.ok);
    this.candidateCross.setAttribute("transform", `translate(${left + 5} ${LANE.mark - 5})`);
    this.candidateText.setAttribute("x", left + room);
  }

  // ✕ over every rejected candidate; neighbours that would touch become one ✕ with their count.
  showPassed(runs) {
    const key = JSON.stringify(runs) + this.width;
    if (key === this.passedKey) return;
    this.passedKey = key;
    this.passed.replaceChildren();
    for (const { from, to, count } of this.crosses(runs)) {
      const text = count > 1 ? String(count) : "";
      const half = 6 + 4.5 * text.length;
      const group = draw("g", { transform: `translate(${clamp((from + to) / 2, half, this.width - half)} ${LANE.passed})` }, this.passed);
      draw("path", { d: CROSS, class: "cross", transform: `translate(${-4.5 * text.length} 0)` }, group);
      draw("text", { class: "number strong", x: 8 - 4.5 * text.length, y: 5 }, group).textContent = text;
    }
  }

  crosses(runs) {
    const found = [];
    const add = (from, to, count) => {
      const last = found[found.length - 1];
      const room = last && last.count + count > 2 ? CROSS_GAP + 16 : CROSS_GAP;
      if (last && from - last.to < room) Object.assign(last, { to, count: last.count + count });
      else found.push({ from, to, count });
    };
    for (const [start, stop] of runs) {
      if (this.data.strip.bin > 1) add(this.x(start), this.x(stop), stop - start);
      else for (let i = start; i < stop; i++) add((this.x(i) + this.x(i + 1)) / 2, (this.x(i) + this.x(i + 1)) / 2, 1);
    }
    return found;
  }

  showFates(at, forward) {
    const runs = this.blocks.fateRuns(at, this.width);
    const fresh = forward && new Set((this.data.steps[at].effects ?? []).map((effect) => this.data.fates[effect[0]]));
    for (const [fate, { group, veil, over }] of Object.entries(this.fates)) {
      const d = runs[fate].map(([x, end]) => rect(x, LANE.top, end - x, LANE.bottom - LANE.top)).join("");
      veil.setAttribute("d", fate === "truncate" ? runs[fate].map(torn).join("") : d);
      over.setAttribute("d", fate === "truncate" ? "" : d);
      group.classList.toggle("spreading", Boolean(fresh && fresh.has(fate)));
    }
  }

  showOutcome(step) {
    const [left, right] = this.outcomes;
    const texts = step.outcome ?? ["", ""];
    this.outcomes.forEach((text, side) => {
      show(text, texts[side] !== "");
      if (texts[side]) label(text, texts[side]);
    });
    if (!step.outcome || !step.mark) return;
    const cut = this.x(step.mark.at);
    const half = this.outcomes.map((text) => text.getComputedTextLength() / 2);
    let a = clamp(cut / 2, half[0], this.width - half[0]);
    let b = clamp((cut + this.width) / 2, half[1], this.width - half[1]);
    if (texts[0] && texts[1] && a + half[0] + 16 > b - half[1]) [a, b] = [half[0], this.width - half[1]];
    move(left, `translate(${a}px, 0)`);
    move(right, `translate(${b}px, 0)`);
  }
}

// What is cut off a truncated message: its right part, with a torn edge.
function torn([x, end]) {
  const edge = x + (end - x) * 0.6;
  const bite = Math.min(4, (end - x) / 4);
  let d = `M${end} ${LANE.top}H${edge}`;
  for (let y = LANE.top; y < LANE.bottom; y += 10) d += `L${edge + bite} ${y + 5}L${edge} ${y + 10}`;
  return `${d}H${end}z`;
}
