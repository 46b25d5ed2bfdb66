// The sentence of the step, the captions beside the pictures, the legend, and the inks of light and dark.

class Words {
  constructor(root) {
    this.root = root;
    this.sentence = root.querySelector(".sentence");
  }

  load({ captions, palette, steps }) {
    this.texts = steps.map((step) => step.text);
    const set = (name, left, right) => {
      const caption = this.root.querySelector(`.${name}-caption`);
      caption.hidden = left === null;
      label(caption.children[0], left ?? "");
      if (caption.children[1]) label(caption.children[1], right ?? "");
    };
    set("ratio", captions.ratio);
    set("strip", captions.strip, captions.total);
    set("goal", captions.goal, captions.estimate);
    const legend = this.root.querySelector(".legend");
    legend.replaceChildren();
    for (const { name, colour, share } of palette.filter((entry) => entry.share > 0)) {
      const item = write("li", "", `${name} ${share < 0.01 ? "<1" : Math.round(share * 100)}%`, legend);
      item.style.setProperty("--colour", colour);
    }
  }

  // Light or dark, judged by the text colour in use; the two blues and reds come from the one list of colours.
  ink(inks) {
    const [r, g, b] = getComputedStyle(this.root).color.match(/[\d.]+/g) ?? [0, 0, 0];
    const dark = 0.3 * r + 0.6 * g + 0.1 * b > 128;
    for (const [name, colour] of Object.entries(inks[dark ? "dark" : "light"])) this.root.style.setProperty(`--${name}`, colour);
  }

  // Room for the longest sentence, so that nothing below it moves.
  layout() {
    const { sentence } = this;
    const longest = [...this.texts].sort((a, b) => b.length - a.length).slice(0, 4);
    sentence.style.minHeight = "";
    const heights = longest.map((text) => {
      sentence.textContent = text;
      return sentence.offsetHeight;
    });
    sentence.style.minHeight = `${Math.max(0, ...heights)}px`;
  }

  show(at) {
    label(this.sentence, this.texts[at]);
  }
}
