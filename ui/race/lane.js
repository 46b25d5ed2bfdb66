// One strategy's strip on a canvas: colours by category once, the fates of a step on top.

const LANE_HEIGHT = 30;

class RaceLane {
  constructor(data, lane, list) {
    this.data = data;
    this.lane = lane;
    this.item = write("li", "lane", "", list);
    const name = write("span", "name", lane.label, this.item);
    write("small", "", lane.facts, name);
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.item.append(this.canvas);
    this.said = write("span", "said", "", this.item);
    this.at = -1;
  }

  get last() {
    return this.lane.steps.length - 1;
  }

  // The strip in its colours, drawn once per width and kept as a picture.
  layout(width, ratio, inks) {
    this.inks = inks;
    this.width = width;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(LANE_HEIGHT * ratio);
    this.base = document.createElement("canvas");
    this.base.width = this.canvas.width;
    this.base.height = this.canvas.height;
    this.ratio = ratio;
    const pen = this.base.getContext("2d");
    pen.scale(ratio, ratio);
    const { widths, letters, total } = this.data.strip;
    const numbers = widths ? widths.split(",").map(Number) : [];
    this.total = total || 1;
    let at = 0; // in tokens
    let blocks = 0;
    numbers.forEach((tokens, i) => {
      if (letters[i] < "a" && this.data.front && blocks++ === this.data.front) at += this.data.gap;
      pen.fillStyle = this.data.colours[letters[i].toLowerCase().charCodeAt(0) - 97];
      pen.fillRect((at / this.total) * width, 4, (tokens / this.total) * width, LANE_HEIGHT - 8);
      at += tokens;
    });
    this.at = -1;
  }

  x(place) {
    const { columns } = this.data;
    return (columns[Math.min(place, columns.length - 1)] / this.total) * this.width;
  }

  // The right end of what lies before a place: in front of the gap it is not where the place begins.
  end(place) {
    const { front, gap } = this.data;
    return this.x(place) - (front && place === front ? (gap / this.total) * this.width : 0);
  }

  // The fate of every place after a step; the last effect wins.
  fates(at) {
    const codes = new Uint8Array(this.data.columns.length - 1);
    for (const step of this.lane.steps.slice(0, at + 1)) {
      for (const [code, from, to] of step.effects ?? []) codes.fill(code, from, to);
    }
    return codes;
  }

  show(at) {
    if (at === this.at || !this.base) return;
    this.at = at;
    const step = this.lane.steps[at];
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.base, 0, 0);
    pen.scale(this.ratio, this.ratio);
    const codes = this.fates(at);
    for (let i = 0, from = 0; i <= codes.length; i++) {
      if (i < codes.length && codes[i] === codes[from] && (i !== this.data.front || i === from)) continue;
      if (i > from && codes[from]) this.veil(pen, this.data.fates[codes[from]], this.x(from), this.end(i));
      from = i;
    }
    if (step.mark !== undefined) this.mark(pen, this.x(step.mark), step.ok);
    label(this.said, `${at}: ${step.text}`);
    this.canvas.setAttribute("aria-label", `${this.lane.label}, step ${at}`);
    this.item.classList.toggle("done", at === this.last);
  }

  // Faded, with the pattern of the fate: hatch, a dotted outline, a torn end, crosses.
  veil(pen, fate, left, right) {
    const { paper, text } = this.inks;
    pen.fillStyle = paper;
    pen.globalAlpha = { summarize: 0.5, clear: 0.9, truncate: 0.3, drop: 0.72 }[fate];
    pen.fillRect(left, 3, right - left, LANE_HEIGHT - 6);
    pen.globalAlpha = 0.75;
    pen.strokeStyle = text;
    pen.lineWidth = 1.2;
    pen.save();
    pen.beginPath();
    pen.rect(left, 4, right - left, LANE_HEIGHT - 8);
    pen.clip();
    pen.beginPath();
    const gap = fate === "drop" ? 12 : 7;
    for (let x = left - LANE_HEIGHT; x < right; x += gap) {
      if (fate === "summarize" || fate === "drop") {
        pen.moveTo(x, LANE_HEIGHT);
        pen.lineTo(x + LANE_HEIGHT, 0);
      }
      if (fate === "drop") {
        pen.moveTo(x, 0);
        pen.lineTo(x + LANE_HEIGHT, LANE_HEIGHT);
      }
      if (fate === "truncate") {
        pen.moveTo(x, 4);
        pen.lineTo(x, LANE_HEIGHT - 4);
      }
    }
    if (fate === "clear") {
      pen.setLineDash([2, 3]);
      pen.rect(left + 0.75, 4.75, right - left - 1.5, LANE_HEIGHT - 9.5);
    }
    pen.stroke();
    pen.restore();
    pen.globalAlpha = 1;
  }

  mark(pen, x, ok) {
    pen.strokeStyle = this.inks.text;
    pen.lineWidth = 2;
    pen.setLineDash(ok ? [] : [3, 3]);
    pen.beginPath();
    pen.moveTo(clamp(x, 1, this.width - 1), 0);
    pen.lineTo(clamp(x, 1, this.width - 1), LANE_HEIGHT);
    pen.stroke();
    pen.setLineDash([]);
  }
}
