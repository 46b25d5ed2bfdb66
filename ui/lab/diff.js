// Text only: every piece goes in as textContent.
const TAGS = { same: "span", deleted: "del", inserted: "ins" };

export default function ({ data, parentElement }) {
  const box = parentElement.querySelector("[data-testid=lab-diff]");
  box.replaceChildren(
    ...data.pieces.map(([kind, text]) => {
      const piece = document.createElement(TAGS[kind] ?? "span");
      piece.textContent = text;
      return piece;
    }),
  );
}
