// Small helpers: elements, text, numbers. Text from a transcript only ever goes through textContent.

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

function write(name, className, text, parent) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
  parent?.append(element);
  return element;
}

// All motion is a CSS transition on these two properties.
function move(element, transform) {
  element.style.transform = transform;
}

function show(element, visible, strength = 1) {
  element.style.opacity = visible ? strength : 0;
}

function label(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const rect = (x, y, width, height) => `M${x.toFixed(2)} ${y}h${width.toFixed(2)}v${height}h${(-width).toFixed(2)}z`;

// A diagonal cross around (0, 0).
const CROSS = "M-4 -4L4 4M4 -4L-4 4";

function spoken(value) {
  if (value === null) return "none";
  if (typeof value !== "number") return String(value);
  const [whole, rest] = String(value).split(".");
  const grouped = /e/.test(String(value)) ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}
