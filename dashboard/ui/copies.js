// A picture is copied as PNG, twice as large as it is drawn, or downloaded as SVG; an address is copied.
// Where the clipboard is refused, the picture is downloaded and the address shown. With three words: a text is copied.

const EDGE = 16; // pixels around a figure's caption
const SIZE = 13; // pixels of its letters
const LINE = 19;

export default function ({ data: [key, given, caption, link, words], parentElement }) {
  const [copy, save, share, copied, refused, early, address] = words;
  const row = parentElement.querySelector(".buttons");
  const status = parentElement.querySelector(".status");
  const of = JSON.stringify([key, given, caption, words]);
  if (row.of !== of) status.textContent = ""; // it was about something else
  row.of = of;
  if (words.length === 3) {
    const [copyText, done, instead] = words;
    row.replaceChildren(button(copyText, async () => {
      try {
        await navigator.clipboard.writeText(given);
        status.textContent = done;
      } catch {
        download(new Blob([given], { type: "text/plain" }), `${key}.txt`);
        status.textContent = instead;
      }
    }));
    return;
  }
  const picture = () => given || drawn(key, caption);
  const asked = (act) => async () => {
    const svg = picture();
    status.textContent = svg ? "" : early;
    if (svg) await act(svg);
  };

  row.replaceChildren(
    button(copy, asked(async (svg) => {
      const png = rendered(svg);
      try {
        // The promise goes in as it is: Safari refuses a picture that is made after the click.
        await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
        status.textContent = copied;
      } catch {
        download(await png, `${key}.png`);
        status.textContent = refused;
      }
    })),
    button(save, asked((svg) => download(new Blob([svg], { type: "image/svg+xml" }), `${key}.svg`))),
  );
  if (!link) return;
  row.append(button(share, async () => {
    const place = new URL(location.href);
    place.searchParams.delete("p"); // the key of a project is not passed on
    try {
      await navigator.clipboard.writeText(place.href);
      status.textContent = copied;
    } catch {
      status.textContent = `${address} ${place.href}`;
    }
  }));
}

function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.onclick = act;
  return made;
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// The layers of a figure in one picture, over its caption; nothing where no figure is drawn yet.
function drawn(key, caption) {
  const place = `st-key-${key.trim().replace(/[^\w-]/g, "-")}`; // as Streamlit writes a key, which may name an attribute
  const plot = document.querySelector(`.${place} .js-plotly-plot`);
  const layers = plot ? [...plot.querySelectorAll("svg.main-svg")] : [];
  if (!layers.length || !plot.querySelector(".trace, .plot *, .image")) return "";
  const { width, height } = plot.getBoundingClientRect();
  const ground = getComputedStyle(layers[0]).backgroundColor;
  const text = plot.querySelector("text");
  const ink = text ? getComputedStyle(text).fill : "#45504e";
  const font = getComputedStyle(plot).fontFamily.replaceAll('"', "'");
  const lines = wrapped(caption, width - 2 * EDGE, `${SIZE}px ${font}`);
  const total = height + (lines.length ? lines.length * LINE + EDGE : 0);
  const parts = layers.map((layer) => {
    const copy = layer.cloneNode(true);
    copy.querySelectorAll(".hoverlayer, .zoomlayer").forEach((one) => one.remove());
    return new XMLSerializer().serializeToString(copy).replaceAll(location.href, "")
      .replaceAll("non-scaling-stroke", "none"); // or lines would be half as wide in a picture twice as large
  });
  const below = lines.map((line, k) =>
    `<text x="${EDGE}" y="${height + (k + 1) * LINE}" font-size="${SIZE}" fill="${ink}">${escaped(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" font-family="${font}">`
    + `<rect width="100%" height="100%" fill="${ground}"/>${parts.join("")}${below.join("")}</svg>`;
}

// Between words, or between Chinese characters.
function wrapped(words, width, font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  const lines = [];
  for (const piece of words.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? []) {
    const longer = (lines.at(-1) ?? "") + piece;
    if (lines.length && context.measureText(longer.trimEnd()).width <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

function escaped(words) {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"); // ]]> ends no text
}

// A picture sees no fonts of the page: with others its words would be wider than their places.
async function faces(svg) {
  const rules = [...document.styleSheets].flatMap((sheet) => { try { return [...sheet.cssRules]; } catch { return []; } });
  const used = rules.filter((rule) => rule instanceof CSSFontFaceRule && rule.style.fontStyle !== "italic"
    && svg.includes(rule.style.fontFamily.replace(/["']/g, "")));
  const found = used.map(async ({ cssText, parentStyleSheet }) => {
    const [whole, file] = cssText.match(/url\("?(.*?)"?\)/);
    const font = await (await fetch(new URL(file, parentStyleSheet.href ?? document.baseURI))).blob();
    const reader = new FileReader();
    await new Promise((done) => { reader.onload = done; reader.readAsDataURL(font); });
    return cssText.replace(whole, `url(${reader.result})`);
  });
  return (await Promise.all(found)).join("");
}

async function rendered(svg) {
  const image = new Image();
  const dressed = svg.replace(/<svg[^>]*>/, `$&<style>${await faces(svg).catch(() => "")}</style>`);
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(dressed);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
