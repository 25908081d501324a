// The histogram under a slider follows its handles while they are dragged. It reads where they stand
// and changes nothing of theirs: what is let go is the server's, and without this the slider works as before.

const BARS = 50;

export default function ({ data: [numbers], parentElement }) {
  const host = parentElement.host ?? parentElement;
  const place = host.closest(`.st-key-${numbers.place}`);
  const root = parentElement.querySelector(".live");
  if (!place || !root) return;
  const { low, step, all, upto, below, words, survive } = numbers;
  const last = all.length - 1;

  // Densities: bars are not all equally wide, since each ends at a position of the slider.
  const heights = (counts) => bars(last).map(([from, to]) =>
    (counts[to] - (from < 0 ? 0 : counts[from])) / (to - Math.max(from, 0)));
  const top = Math.max(...heights(all)) || 1;
  root.querySelector(".all").setAttribute("d", outline(heights(all), top, last));
  root.querySelector(".in").setAttribute("d", outline(heights(upto), top, last));
  root.querySelector("svg").setAttribute("viewBox", `0 0 ${last} 1`);
  const chosen = root.querySelector("clipPath rect");
  const said = root.querySelector(".said");

  const show = () => {
    const stands = [...place.querySelectorAll("input[type=range]")].map((input) =>
      Math.min(Math.max(Math.round((input.valueAsNumber - low) / step), 0), last));
    if (!stands.length) return;
    const from = stands.length > 1 ? Math.min(...stands) : -1;
    const to = Math.max(...stands);
    chosen.setAttribute("x", Math.max(from, 0));
    chosen.setAttribute("width", Math.max(to - Math.max(from, 0), 0));
    const n = Math.max(upto[to] - (from < 0 || !below ? 0 : below[from]), 0);
    root.dataset.survivors = n;
    // What the server said of the bounds before stands elsewhere on the page: one of the two is shown.
    const moved = n !== survive;
    said.textContent = moved ? words.replace("{n}", n.toLocaleString("en-US")) : "";
    const cards = place.ownerDocument.querySelector(".st-key-survivors");
    if (cards) cards.style.opacity = moved ? 0 : "";
  };
  show();
  const watcher = new MutationObserver(show);
  const handles = { attributes: true, attributeFilter: ["value", "aria-valuetext"] };
  watcher.observe(place, { subtree: true, childList: true, ...handles }); // and another slider in its place
  return () => watcher.disconnect();
}

/** The first and the last position of each bar. */
function bars(last) {
  const n = Math.min(BARS, last);
  const end = (k) => Math.round((k * last) / n);
  return Array.from({ length: n }, (_, k) => [k === 0 ? -1 : end(k), end(k + 1)]);
}

function outline(heights, top, last) {
  const ends = bars(last);
  return heights.map((height, k) => {
    const [from, to] = [Math.max(ends[k][0], 0), ends[k][1]];
    return `M${from} 1V${(1 - height / top).toFixed(4)}H${to}V1Z`;
  }).join("");
}
