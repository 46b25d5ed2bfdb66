// Where the messages lie: unpacks what Python sent, in tokens, and lays it out for a width in px.

const NARROWEST = 3; // px: narrower neighbours share one column, split by the shares of their categories

class Blocks {
  load(data) {
    this.data = data;
    const { widths, letters, gap } = data.strip;
    this.front = data.front.length; // blocks before the gap, a message each
    this.list = []; // [start in tokens, [[category, tokens], …]]
    let at = 0;
    const numbers = widths ? widths.split(",") : [];
    numbers.forEach((width, i) => {
      const letter = letters[i];
      const category = letter.toLowerCase().charCodeAt(0) - 97;
      if (letter < "a") {
        if (this.front && this.list.length === this.front) at += gap;
        this.list.push([at, []]);
      }
      this.list[this.list.length - 1][1].push([category, Number(width)]);
      at += Number(width);
    });
    this.total = at;
  }

  // Tokens before a message: exact where Python sent the place or a block is one message.
  place(index) {
    const exact = this.data.places[index];
    if (exact !== undefined) return exact;
    if (index < this.data.start) return this.kept(index);
    const block = this.front + (index - this.data.start) / this.data.strip.bin;
    if (block >= this.list.length) return this.total;
    const left = Math.floor(block);
    const start = this.list[left][0];
    const end = left + 1 < this.list.length ? this.list[left + 1][0] : this.total;
    return start + (end - start) * (block - left);
  }

  // The same for a message in front of the gap; of one that is not there, the next.
  kept(index) {
    const at = this.data.front.findIndex((number) => number >= index);
    if (at >= 0) return this.list[at][0];
    return this.front ? this.end(this.front - 1) : 0;
  }

  // The right end of a block.
  end(at) {
    const [start, parts] = this.list[at];
    return parts.reduce((sum, part) => sum + part[1], start);
  }

  x(index, width) {
    return this.total ? (this.place(index) / this.total) * width : 0;
  }

  // One path per category, so that 5,000 messages are a handful of elements.
  paths(width) {
    const scale = this.total ? width / this.total : 0;
    const height = LANE.bottom - LANE.top;
    const paths = [];
    const add = (category, d) => (paths[category] = (paths[category] ?? "") + d);
    let left = 0;
    let shares = new Map();
    let wide = 0;
    const column = () => {
      let y = LANE.top;
      for (const [category, tokens] of [...shares].sort((a, b) => a[0] - b[0])) {
        const part = (height * tokens) / wide;
        add(category, rect(left, y.toFixed(2), wide * scale, part.toFixed(2)));
        y += part;
      }
      shares = new Map();
      wide = 0;
    };
    for (const [at, [start, parts]] of this.list.entries()) {
      if (wide && at === this.front) column(); // none reaches over the gap
      const size = parts.reduce((sum, part) => sum + part[1], 0);
      if (size * scale < NARROWEST) {
        if (!wide) left = start * scale;
        for (const [category, tokens] of parts) shares.set(category, (shares.get(category) ?? 0) + tokens);
        wide += size;
        if (wide * scale >= NARROWEST) column();
        continue;
      }
      if (wide) column();
      let x = start * scale;
      const end = (start + size) * scale - (size * scale > 5 ? 1 : 0);
      for (const [category, tokens] of parts) {
        const stop = Math.min(x + tokens * scale, end);
        if (stop > x) add(category, rect(x, LANE.top, stop - x, height));
        x = stop;
      }
    }
    if (wide) column();
    return paths;
  }

  // Stretches of messages with the same fate after a step (the last effect on a message wins), in px.
  fateRuns(step, width) {
    const { start, end, fates, steps, front } = this.data;
    const codes = new Uint8Array(end - start);
    const given = steps.slice(0, step + 1).flatMap(({ effects }) => effects ?? []);
    for (const [code, from, to] of given) if (to > start) codes.fill(code, Math.max(0, from - start), to - start);
    const runs = Object.fromEntries(fates.map((fate) => [fate, []]));
    const scale = this.total ? width / this.total : 0;
    front.forEach((number, at) => {
      const last = given.findLast(([, from, to]) => from <= number && number < to);
      runs[fates[last ? last[0] : 0]].push([this.list[at][0] * scale, this.end(at) * scale]);
    });
    for (let i = 0, from = 0; i <= codes.length; i++) {
      if (i < codes.length && codes[i] === codes[from]) continue;
      if (i === from) continue;
      const list = runs[fates[codes[from]]];
      const last = list[list.length - 1];
      const [x, stop] = [this.x(start + from, width), this.x(start + i, width)];
      if (last && x - last[1] < 0.5 && from > 0) last[1] = stop;
      else list.push([x, stop]);
      from = i;
    }
    return runs;
  }
}
