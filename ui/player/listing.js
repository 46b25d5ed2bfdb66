// The algorithm's lines with the live one lit, and its variables.

class Listing {
  constructor(root) {
    this.list = root.querySelector(".listing");
    this.table = root.querySelector(".variables tbody");
  }

  load(data) {
    this.steps = data.steps;
    this.list.replaceChildren();
    this.lines = data.listing.map((line, number) => {
      const row = write("li", "", "", this.list);
      row.dataset.testid = `player-line-${number}`;
      write("span", "line-number", String(number), row);
      const code = write("code", "", line.trimStart(), row);
      code.style.setProperty("--indent", line.length - line.trimStart().length);
      return row;
    });
    this.values = remembered(data.steps);
    const names = [...new Set(data.steps.flatMap((step) => (step.vars ?? []).map(([name]) => name)))];
    this.table.replaceChildren();
    this.rows = names.map((name) => {
      const row = write("tr", "", "", this.table);
      const head = write("th", "", name, row);
      head.scope = "row";
      const value = write("td", "value", "", row);
      return { name, row, value, change: write("td", "change", "", row) };
    });
  }

  show(at) {
    this.lines.forEach((row, number) => {
      if (number === this.steps[at].line) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    const now = this.values[at];
    const before = this.values[at - 1] ?? new Map();
    for (const { name, row, value, change } of this.rows) {
      const known = now.has(name);
      const changed = at > 0 && known && now.get(name) !== before.get(name);
      label(value, known ? spoken(now.get(name)) : "–");
      label(change, !changed ? "" : before.has(name) ? `was ${spoken(before.get(name))}` : "new");
      row.classList.toggle("changed", changed);
    }
  }
}

// A variable keeps its value until a step gives it another one.
function remembered(steps) {
  const values = [];
  let now = new Map();
  for (const step of steps) {
    now = new Map([...now, ...(step.vars ?? [])]);
    values.push(now);
  }
  return values;
}
