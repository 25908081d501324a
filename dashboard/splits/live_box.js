// While a threshold is dragged, the box on the map and the count of survivors follow it. Streamlit tells the
// server when a slider is let go; then the server draws the same, which Plotly is given here.

const STILL = 4; // pixels: a press that moves no further is a click
const TRACK = 6; // pixels from the side of a slider to the middle of a handle at its end
const WRITTEN = new Intl.NumberFormat("en-US"); // made once: making it takes longer than all the rest

export default function ({ data: [numbers], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".live");
  const page = (parentElement.host ?? parentElement).ownerDocument;
  if (!root) return;
  root.end?.(); // Streamlit ends only the last one, when the page is left
  const { sliders, box, picture, drawing, total, survive, share, words, address } = numbers;
  const places = sliders.map(({ k }) => page.querySelector(`.st-key-bounded${k}`));
  if (places.includes(null)) return;
  const plot = () => page.querySelector(`.st-key-${picture} .js-plotly-plot`);
  const axes = () => {
    const layout = plot()?._fullLayout;
    return layout?.xaxis?._length ? [layout.xaxis, layout.yaxis] : null;
  };

  // Where the handles are, as positions [from, to]; a slider with one handle has no lower end.
  const ends = (number) => {
    const { low, step, upto } = sliders[number];
    const at = [...places[number].querySelectorAll("input[type=range]")].map((input) =>
      Math.min(Math.max(Math.round((input.valueAsNumber - low) / step), 0), upto.length - 1));
    return [at.length > 1 ? Math.min(...at) : -1, Math.max(...at)];
  };

  // Streamlit may draw a slider later than this, or numbers in its place.
  const drawnAll = () => places.every((place) => place.querySelector("input[type=range]"));

  const show = () => {
    if (!drawnAll()) return;
    const stands = sliders.map((_, number) => ends(number));
    const moved = sliders.flatMap((_, number) => (stands[number].join() === sliders[number].at.join() ? [] : [number]));
    if (moved.length < 2) { // of two at once the server alone knows
      const [number = 0] = moved;
      const { upto, below } = sliders[number];
      const [from, to] = stands[number];
      count(moved.length ? Math.max(upto[to] - (from < 0 ? 0 : below[from]), 0) : survive);
    }
    if (moved.length || frame()?.dataset.live) draw(stands); // also of a handle that went back
  };

  const count = (n) => {
    root.dataset.survivors = n;
    write("stMetricValue", WRITTEN.format(n));
    write("stMetricDelta", share.replace("{share}", `${((100 * n) / total).toFixed(1)}%`));
  };
  // Into the text that Streamlit wrote, so that its next words find their place.
  const write = (id, said) => {
    const card = page.querySelector(`.st-key-survivors [data-testid=${id}]`);
    const node = card && page.createTreeWalker(card, NodeFilter.SHOW_TEXT).nextNode();
    if (node && node.nodeValue !== said) node.nodeValue = said;
  };

  const frame = () => box && plot()?.querySelector('.shapelayer path[data-index="0"]');
  const draw = (stands) => {
    const [across, up] = axes() ?? [];
    const path = frame();
    if (!across || !path) return;
    const [[x0, x1], [y0, y1]] = box.map((number, which) => {
      const axis = [across, up][which];
      if (number === null) return [axis._offset, axis._offset + axis._length];
      const { values } = sliders[number];
      const [from, to] = stands[number];
      const [least, most] = [...axis.range].sort((a, b) => a - b);
      const at = (value) => axis._offset + axis.l2p(Math.min(Math.max(value, least), most));
      return [at(from < 0 ? -Infinity : values[from]), at(values[to])];
    });
    path.setAttribute("d", `M${x0},${y0}H${x1}V${y1}H${x0}Z`);
    path.dataset.live = "drawn"; // until Plotly puts its own in this one's place
  };

  // The sliders are as long as the axis above them, whenever Plotly has drawn it, as after the window's resize.
  let drawn = null;
  let waiting = 0;
  const align = (tries = 600) => {
    clearTimeout(waiting);
    const [across] = axes() ?? [];
    if (!across) {
      if (tries) waiting = setTimeout(align, 100, tries - 1);
      return;
    }
    if (drawn !== plot()) {
      drawn?.removeListener?.("plotly_afterplot", follow);
      drawn = plot();
      drawn.on?.("plotly_afterplot", follow);
    }
    const right = plot()._fullLayout.width - across._offset - across._length; // known: nothing is measured
    for (const place of places) {
      const slider = place.querySelector("[data-testid=stSlider]");
      if (!slider) continue;
      slider.style.paddingLeft = `${across._offset - TRACK}px`;
      slider.style.paddingRight = `${right - TRACK}px`;
    }
  };

  // What the server drew at this step: of a chart that is sent anew, Streamlit puts every piece together again.
  // React hands it to Plotly as it does a zoom.
  const redraw = () => {
    const map = plot();
    const { alt, data, shapes } = drawing;
    if (!map?.layout || JSON.stringify(map.layout.shapes) === JSON.stringify(shapes)) return;
    map.layout = { ...map.layout, shapes };
    if (Object.keys(data).length) { // Plotly looks into numbers of another revision alone
      map.data = map.data.map((trace, number) => data[number] ?? trace);
      map.layout.datarevision += 1;
    }
    map.closest("[role=figure]")?.setAttribute("aria-label", alt);
    map.emit("plotly_relayout", {});
  };

  // Also after Plotly drew what the server answered to an earlier place of a handle.
  let later = 0;
  const follow = () => {
    show();
    align();
    clearTimeout(later);
    later = setTimeout(redraw); // once React listens to a chart that is new
  };

  // A click on the map opens the split that is nearest.
  let pressed = null;
  const down = (event) => {
    pressed = plot()?.contains(event.target) ? [event.clientX, event.clientY] : null;
  };
  const up = (event) => {
    const [across, upwards] = axes() ?? [];
    const still = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < STILL;
    pressed = null;
    if (!still || !across || !box) return;
    const here = plot().getBoundingClientRect();
    const [x, y] = [event.clientX - here.left - across._offset, event.clientY - here.top - upwards._offset];
    if (x < 0 || y < 0 || x > across._length || y > upwards._length) return;
    setTriggerValue("cell", [across.p2l(x), upwards.p2l(y)]);
  };
  page.addEventListener("pointerdown", down, true);
  page.addEventListener("pointerup", up, true);

  const named = new URL(page.location.href);
  for (const [name, value] of Object.entries(address))
    if (value === null) named.searchParams.delete(name);
    else named.searchParams.set(name, value);
  const written = named.href.replaceAll("%2E%2E", "..");
  if (written !== page.location.href) page.defaultView.history.replaceState(page.defaultView.history.state, "", written);

  follow();
  redraw();
  root.querySelector("[role=status]").textContent = words;
  const watcher = new MutationObserver(follow);
  const handles = { attributes: true, attributeFilter: ["value", "aria-valuetext"] };
  for (const place of places) watcher.observe(place, { subtree: true, childList: true, ...handles });
  return root.end = () => {
    clearTimeout(waiting);
    clearTimeout(later);
    watcher.disconnect();
    drawn?.removeListener?.("plotly_afterplot", follow);
    page.removeEventListener("pointerdown", down, true);
    page.removeEventListener("pointerup", up, true);
  };
}
