// The lists: scrolling, keyboard, selection. Streamlit calls the default export again whenever the data changed;
// what must last (scroll, focus, listeners) hangs on the root element.

const KEYS = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -Infinity, End: Infinity };

// Where the arrow keys stop.
const STOPS = ".cell[data-number], .cell.added, .summary";

class Lists {
  constructor(root) {
    this.root = root;
    this.scroll = root.querySelector(".scroll");
    this.head = root.querySelector(".head");
    this.body = root.querySelector(".body");
    this.data = null;
    this.last = 0; // number of the last move
    this.pending = null; // where to go once lines that were not sent arrive
    root.addEventListener("click", (event) => this.clicked(event));
    this.scroll.addEventListener("keydown", (event) => this.typed(event));
    this.scroll.addEventListener("focusin", (event) => this.focused(event.target));
  }

  update(data, send) {
    const before = this.data;
    const known = before !== null && before.list === data.list;
    this.send = send;
    this.data = data;
    this.last = Math.max(this.last, data.seen);
    const heard = data.seen >= this.last;
    const selected = heard || !known ? data.selected : this.selected;
    const moved = selected !== this.selected;
    if (!before || before.digest !== data.digest) this.rebuild(known && before.first === data.first);
    this.select(selected);
    if (this.pending && heard) {
      const { to, anchor } = this.pending;
      this.pending = null;
      if (anchor) this.restore(anchor);
      else this.go(to);
    } else if (!known) this.open();
    else if (moved || (selected !== null && before.first !== data.first)) this.reveal(selected);
  }

  // New rows in place of the old ones; the place on screen and the focus stay.
  rebuild(sameLines) {
    const top = this.scroll.scrollTop;
    const active = this.root.getRootNode().activeElement;
    const at = this.body.contains(active) ? active.dataset.testid : null;
    const [one, two] = this.head.children;
    for (const [column, words] of [[one, this.data.before], [two, this.data.after]]) {
      put(column, "b", words[0]);
      put(column, "span", words[1]);
    }
    put(this.root, ".basis", this.data.basis);
    this.root.style.setProperty("--gold", this.data.gold);
    this.root.style.setProperty("--number", `${String(this.data.planned[1]).length + 1.2}ch`);
    this.root.style.setProperty("--tokens", `${this.data.digits + 0.5}ch`);
    this.body.replaceChildren(bodyOf(this.root, this.data));
    this.marked = [];
    this.cells = {
      before: [...this.body.querySelectorAll(".cell.before")],
      after: [...this.body.querySelectorAll(".cell.after, .summary")],
    };
    this.stop = this.cells.before[0] || this.cells.after[0] || null;
    const again = at && this.body.querySelector(`[data-testid="${at}"]`);
    if (again) this.focus(again);
    else if (this.stop) this.stop.tabIndex = 0;
    if (sameLines) this.scroll.scrollTop = top;
  }

  cell(number, side = "before") {
    const kind = side === "before" ? "row" : "after";
    return this.body.querySelector(`[data-testid="lists-${kind}-${number}"]`);
  }

  select(number) {
    for (const cell of this.marked) cell.setAttribute("aria-selected", "false");
    this.selected = number;
    this.marked = number === null ? [] : [this.cell(number), this.cell(number, "after")].filter(Boolean);
    for (const cell of this.marked) cell.setAttribute("aria-selected", "true");
    this.offerPin(number);
    const { cut } = this.data;
    this.button("cut", cut !== null, "Go to the cut");
    this.button("selected", number !== null, number === null ? "Go to the selected message" : `Go to #${number}`);
  }

  // The control that protects a message, on the selected one alone. A system prompt stays anyway.
  offerPin(number) {
    this.pin?.remove();
    const cell = number === null ? null : this.cell(number);
    if (!this.data.pinnable || !cell || cell.dataset.prompt) return;
    const held = this.data.pins[0].includes(number);
    this.pin = part(this.root, "pin");
    this.pin.textContent = held ? "unpin" : "pin";
    this.pin.title = held ? `Let the strategy decide about #${number} again` : `#${number} stays word for word; no release has this`;
    this.pin.addEventListener("click", (event) => {
      event.stopPropagation();
      this.pin.disabled = true; // until the page has heard
      this.emit("pin", number);
    });
    cell.append(this.pin);
  }

  button(name, works, label) {
    const found = this.root.querySelector(`[data-go="${name}"]`);
    found.disabled = !works;
    found.textContent = label;
  }

  // First look: the selected message; the start; or the cut where the start was not sent.
  open() {
    if (this.selected !== null) this.go("selected");
    else if (this.data.earlier) this.go("cut");
    else this.scroll.scrollTop = 0;
  }

  clicked(event) {
    const button = event.target.closest("[data-go]");
    if (button) {
      this.go(button.dataset.go);
      return;
    }
    const cell = event.target.closest(".cell[data-number]");
    if (cell && String(this.root.getRootNode().getSelection?.() ?? "") === "") this.choose(cell);
  }

  choose(cell) {
    const number = Number(cell.dataset.number);
    this.focus(cell);
    if (number === this.selected) return;
    this.select(number);
    this.emit("message", number);
  }

  emit(kind, value) {
    this.last = Math.max(Date.now(), this.last + 1);
    this.send(kind, { number: this.last, list: this.data.list, value });
  }

  go(to) {
    const { data } = this;
    const sent = {
      start: data.earlier === 0,
      cut: Boolean(data.cut?.sent),
      selected: this.selected !== null && this.cell(this.selected) !== null,
    };
    if (!sent[to]) {
      this.pending = { to, anchor: to === "earlier" || to === "later" ? this.anchor() : null };
      this.emit("window", to);
    } else if (to === "start") this.scroll.scrollTop = 0;
    else this.center(to === "cut" ? this.body.querySelector(".cut") : this.cell(this.selected));
  }

  // The row at the top edge and how far from it, to find the same place among other rows.
  anchor() {
    const edge = this.head.getBoundingClientRect().bottom;
    const cell = this.cells.before.find((one) => one.getBoundingClientRect().bottom > edge) || this.cells.before.at(-1);
    return cell ? { number: cell.dataset.number, off: cell.getBoundingClientRect().top - edge } : null;
  }

  restore({ number, off }) {
    const cell = this.cell(number);
    if (!cell) return;
    const edge = this.head.getBoundingClientRect().bottom;
    this.scroll.scrollTop += cell.getBoundingClientRect().top - edge - off;
  }

  // Scrolls the lists and never the page. Above the cut there is room for the summary block.
  center(cell) {
    if (!cell) return;
    const box = this.scroll.getBoundingClientRect();
    this.scroll.scrollTop += cell.getBoundingClientRect().top - box.top - box.height / 2.2;
  }

  reveal(number) {
    const cell = number === null ? null : this.cell(number);
    if (!cell) return;
    const { top, bottom } = cell.getBoundingClientRect();
    const box = this.scroll.getBoundingClientRect();
    if (top < this.head.getBoundingClientRect().bottom || bottom > box.bottom) this.center(cell);
  }

  focused(target) {
    const cell = target.closest(STOPS);
    if (!cell || target.matches("button")) return;
    if (this.stop) this.stop.tabIndex = -1;
    cell.tabIndex = 0;
    this.stop = cell;
  }

  focus(cell) {
    cell.focus({ preventScroll: true });
    this.focused(cell);
  }

  typed(event) {
    const cell = event.target.closest(STOPS);
    if (!cell || event.target.matches("button") || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    let next = null;
    if (key === "Enter" || key === " ") {
      if (cell.dataset.number) this.choose(cell);
    } else if (key in KEYS) next = this.along(cell, KEYS[key]);
    else if (key === "ArrowLeft" || key === "ArrowRight") next = this.across(cell, key === "ArrowRight");
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (next && next !== cell) {
      this.focus(next);
      if (!next.matches(".summary")) next.scrollIntoView({ block: "nearest" });
    }
  }

  along(cell, by) {
    const column = cell.matches(".before") ? this.cells.before : this.cells.after;
    const at = Math.max(0, Math.min(column.indexOf(cell) + by, column.length - 1));
    return column[at];
  }

  across(cell, right) {
    if (cell.matches(".added")) return null;
    if (cell.matches(".summary")) return right ? null : cell.closest(".stretch").querySelector(".cell.before");
    const { number } = cell.dataset;
    if (!right) return this.cell(number);
    return this.cell(number, "after") || cell.closest(".stretch.summary")?.querySelector(".summary") || null;
  }
}

export default function (component) {
  const { data, parentElement, setStateValue } = component;
  const root = parentElement.querySelector(".lists");
  if (!root || !data) return;
  root.lists ??= new Lists(root);
  root.lists.update(data, setStateValue);
}
