// Rows as DOM. Everything from a transcript goes through textContent, never through markup.

// Rows under one content-visibility box: the browser skips the boxes that are out of sight.
const PER_BOX = 40;

function element(className, role) {
  const made = document.createElement("div");
  made.className = className;
  if (role) made.setAttribute("role", role);
  return made;
}

function part(root, name) {
  return root.querySelector(`template[data-part="${name}"]`).content.firstElementChild.cloneNode(true);
}

function put(cell, name, text) {
  cell.querySelector(name).textContent = text;
}

const counted = (value) => value.toLocaleString("en-US");

function cellFor(root, data, row, side) {
  const [number, role, category, tokens, fate, preview, right] = row;
  if (right === "added") return addedCell(root, data, row);
  const changed = side === "after" && Array.isArray(right);
  const [word, colour] = data.categories[category];
  const cell = part(root, "cell");
  cell.classList.add(side);
  cell.dataset.number = number;
  if (["system", "developer"].includes(data.roles[role])) cell.dataset.prompt = "true";
  cell.dataset.testid = side === "before" ? `lists-row-${number}` : `lists-after-${number}`;
  cell.style.setProperty("--role", colour);
  cell.querySelector(".mark").classList.add(data.fates[fate]);
  cell.querySelector(".chip").title = `role ${data.roles[role]}, most of it ${word}`;
  put(cell, ".fate", side === "before" ? pinned(data, number) || data.fates[fate] : changed ? right[2] || data.fates[fate] : "");
  put(cell, ".number", `#${number}`);
  put(cell, ".chip span", word);
  put(cell, ".text", changed ? right[1] : preview);
  put(cell, ".tokens", counted(changed ? right[0] : tokens));
  if (changed) cell.classList.add("changed");
  if (changed && right[2]) cell.classList.add("merged");
  if (fate && side === "before") cell.classList.add("goes");
  return cell;
}

// What the fate of a protected message is called.
function pinned(data, number) {
  if (data.pins[0].includes(number)) return "pinned";
  return data.pins[1].includes(number) ? "pinned too" : "";
}

// A message that is said beside the summary: on the right alone, without a number.
function addedCell(root, data, row) {
  const [words, role, category, tokens, , preview] = row;
  const cell = part(root, "cell");
  const [word, colour] = data.categories[category];
  cell.classList.add("after", "changed", "added");
  cell.dataset.testid = "lists-added";
  cell.style.setProperty("--role", colour);
  cell.querySelector(".chip").title = `role ${data.roles[role]}`;
  put(cell, ".fate", words);
  put(cell, ".number", "+");
  put(cell, ".chip span", word);
  put(cell, ".text", preview);
  put(cell, ".tokens", counted(tokens));
  return cell;
}

function emptyCell(text) {
  const cell = element("cell empty");
  cell.textContent = text;
  return cell;
}

// One line, both sides.
function pairRow(root, data, row) {
  const line = element("line", "row");
  const right = row[6];
  const alone = right === "only" || right === "added";
  line.append(alone ? emptyCell("") : cellFor(root, data, row, "before"));
  const stays = alone || right === "same" || Array.isArray(right);
  line.append(stays ? cellFor(root, data, row, "after") : emptyCell(right === "top" ? "Now stands first." : ""));
  return line;
}

// One line of a stretch: the left side alone.
function leftRow(root, data, row) {
  const line = element("line alone", "row");
  line.append(cellFor(root, data, row, "before"));
  return line;
}

function cutLine(data, mark = data.cut, name = "cut") {
  const line = element(name, "presentation");
  const label = document.createElement("span");
  label.textContent = mark.label;
  line.append(label);
  return line;
}

// Rows into boxes of known height; a cut mark stands between two boxes.
function boxed(root, data, rows, build, into) {
  let box = null;
  let held = 0;
  for (const row of rows) {
    const marked = data.cut && data.cut.at === row[0] && row[6] !== "only";
    const since = data.since && data.since.at === row[0];
    if (since) into.append(cutLine(data, data.since, "since"));
    if (marked) into.append(cutLine(data));
    if (!box || marked || since || held === PER_BOX) {
      box = element("box", "rowgroup");
      into.append(box);
      held = 0;
    }
    box.append(build(root, data, row));
    held += 1;
    box.style.setProperty("--rows", held);
  }
}

function summaryBlock(root, data, rows) {
  const block = part(root, "summary");
  put(block, ".facts", data.summary.facts);
  put(block, ".stands", data.summary.stands);
  put(block, ".said", data.summary.said);
  put(block, ".words", data.summary.text);
  // As many lines as the stretch has room for below three lines of facts; alone, it makes its own room.
  const room = rows ? Math.floor((rows * 32 - 120) / 18) : 8;
  block.style.setProperty("--lines", Math.max(4, Math.min(room, 8)));
  return block;
}

function stretch(root, data, run) {
  const made = element(`stretch ${run.kind}`);
  const left = element("side");
  const right = element("side");
  boxed(root, data, run.rows, leftRow, left);
  if (run.kind === "summary") {
    right.setAttribute("role", "row");
    right.append(summaryBlock(root, data, run.rows.length));
  } else {
    const note = element("note");
    note.textContent = data.summary.elsewhere;
    right.append(note);
  }
  made.append(left, right);
  return made;
}

function moreRow(root, count, where) {
  const made = part(root, "more");
  const which = where === "earlier" ? "earlier" : "later";
  put(made, "span", `${counted(count)} ${which} ${count === 1 ? "message is" : "messages are"} not drawn.`);
  const button = made.querySelector("button");
  button.textContent = where === "earlier" ? "Show earlier ones" : "Show later ones";
  button.dataset.go = where;
  button.dataset.testid = `lists-${where}`;
  return made;
}

// The whole body of the lists.
function bodyOf(root, data) {
  const body = document.createDocumentFragment();
  if (data.earlier) body.append(moreRow(root, data.earlier, "earlier"));
  for (const run of data.runs) {
    if (run.kind === "both") boxed(root, data, run.rows, pairRow, body);
    else body.append(stretch(root, data, run));
  }
  if (data.cut && data.cut.at === null && data.cut.sent) body.append(cutLine(data));
  if (data.later) body.append(moreRow(root, data.later, "later"));
  if (!body.childNodes.length) body.append(emptyCell("No messages were planned at this moment."));
  return body;
}
