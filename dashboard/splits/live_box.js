// While a threshold is dragged, the box on the map, its margins and the count of survivors follow it. Streamlit
// tells the server when a slider is let go; then the server draws the same, which Plotly is given here.

const STILL = 4; // pixels: a press that moves no further is a click
const TRACK = 6; // pixels from the side of a slider to the middle of a handle at its end
const WRITTEN = new Intl.NumberFormat("en-US"); // made once: making it takes longer than all the rest

let ranks = null; // of all candidates, sent once

export default function ({ data, parentElement, setTriggerValue }) {
  if (!Array.isArray(data)) {
    ranks = data.slice().buffer;
    return;
  }
  const [numbers] = data;
  const root = parentElement.querySelector(".live");
  const page = (parentElement.host ?? parentElement).ownerDocument;
  if (!root) return;
  root.end?.(); // Streamlit ends only the last one, when the page is left
  const { sliders, drawing, total, survive, share, words, address } = numbers;
  const across = drawing.axes.map((k) => sliders.findIndex((slider) => slider.k === k));
  const box = [...across, null].slice(0, 2); // sliders of the axes; a single one has counts above it
  const places = sliders.map(({ k }) => page.querySelector(`.st-key-bounded${k}`));
  if (places.includes(null)) return;
  const plot = () => page.querySelector(`.st-key-${drawing.picture} .js-plotly-plot`);
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
    const Ranks = total > 2 ** 16 ? Uint32Array : Uint16Array;
    const moved = stands.join() !== sliders.map(({ at }) => at).join();
    if (moved && ranks?.byteLength !== sliders.length * total * Ranks.BYTES_PER_ELEMENT) return;
    const all = sliders.map((_, number) => moved && new Ranks(ranks).subarray(number * total, (number + 1) * total));
    const alive = moved && survivors(stands, all);
    count(moved ? alive.reduce((n, one) => n + one, 0) : survive);
    if (axes()) draw(moved ? following(stands, all, alive) : drawing.shapes);
  };

  // 1 for who survives with the handles there: whose rank lies between them, in every attribute.
  const survivors = (stands, all) => {
    const alive = new Uint8Array(total).fill(1);
    sliders.forEach(({ below, upto }, number) => {
      const [from, to] = stands[number];
      const [least, most] = [from < 0 ? 0 : below[from], upto[to]];
      all[number].forEach((rank, one) => {
        if (rank < least || rank >= most) alive[one] = 0;
      });
    });
    return alive;
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

  // What the server will draw: see `plane` and `line` of dashboard/figures/splits/thresholds.py.
  const following = (stands, all, alive) => {
    const [[x0, x1], [y0, y1]] = box.map((number, which) => {
      if (number === null) return [0, 1];
      const [least, most] = axes()[which].range;
      const [from, to] = stands[number].map((at) => sliders[number].values[at] ?? -Infinity);
      return [from, to].map((value) => Math.min(Math.max(value, least), most));
    });
    const [first, ...more] = drawing.shapes;
    const drawn = [{ ...first, x0, x1, y0, y1 }, ...more];
    drawing.bins.forEach((bins, which) => {
      const index = 2 + 2 * which; // of all and of survivors, on each axis
      const within = box.includes(null) ? [x0, x1] : null;
      drawn[index] = { ...drawn[index], path: margin(drawn[index - 1].path, bins, all[box[which]], alive, within) };
    });
    return drawn;
  };

  // The steps of `path` with other heights: the first letter of a step is that of its height. Of a single axis
  // whole bars, which end at the bounds `within`.
  const margin = (path, bins, rank, alive, within) => {
    const survives = new Uint8Array(total); // by rank, so that a bin is a stretch
    rank.forEach((at, one) => { survives[at] = alive[one]; });
    const up = path.match(/[HV]/)[0];
    const [start, ...steps] = path.split(up);
    const base = parseFloat(steps.at(-1));
    const size = (bin) => bins[bin] - (bins[bin - 1] ?? 0);
    const scale = (1 - base) / Math.max(...bins.map((_, bin) => size(bin)));
    const height = (bin) => {
      const n = survives.subarray(bins[bin - 1] ?? 0, bins[bin]).reduce((n, one) => n + one, 0);
      return +(base + scale * (within && n ? size(bin) : n)).toPrecision(5);
    };
    const cut = (place) => within ? +Math.min(Math.max(place, within[0]), within[1]).toPrecision(6) : place;
    const drawn = steps.slice(0, -1).map((step, bin) => {
      const [, along, end] = step.match(/([HV])(.*)/);
      return height(bin) + along + cut(end);
    });
    return [start.replace(/[^M,]+/, (place) => within ? cut(place) : place), ...drawn, steps.at(-1)].join(up);
  };

  // In pixels, as Plotly has it.
  const outline = ({ type, path, x0, x1, y0, y1, xref, yref }) => {
    const { xaxis, yaxis, _size: size } = plot()._fullLayout;
    const across = (x) => (xref === "paper" ? size.l + size.w * x : xaxis._offset + xaxis.r2p(x));
    const up = (y) => {
      if (yref === "paper") return size.t + size.h * (1 - y);
      return yaxis._offset + (yref === "y" ? yaxis.r2p(y) : yaxis._length * (1 - y));
    };
    if (type === "rect") return `M${across(x0)},${up(y0)}H${across(x1)}V${up(y1)}H${across(x0)}Z`;
    const at = { M: ([x, y]) => `${across(x)},${up(y)}`, H: ([x]) => across(x), V: ([y]) => up(y) };
    return path.replace(/([MHV])([^MHVZ]+)/g, (_, way, to) => way + at[way](to.split(",").map(Number)));
  };

  const draw = (shapes) => {
    shapes.forEach((shape, index) => {
      const path = shape.type !== "line" && plot().querySelector(`.shapelayer path[data-index="${index}"]`);
      const drawn = path && outline(shape);
      if (path && path.getAttribute("d") !== drawn) path.setAttribute("d", drawn);
    });
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
  // Plotly is told what is drawn already. The rest React hands it as it does a zoom.
  const redraw = () => {
    const map = plot();
    const { alt, shapes } = drawing;
    map?.closest("[role=figure]")?.setAttribute("aria-label", alt);
    if (!map?.layout || JSON.stringify(map.layout.shapes) === JSON.stringify(shapes)) return;
    const seen = (all) => all.map(({ type, visible = true }) => type + visible).join();
    if (seen(map.layout.shapes) === seen(shapes)) {
      map.layout.shapes = shapes;
      shapes.forEach(({ path, x0, x1, y0, y1 }, index) =>
        Object.assign(map._fullLayout.shapes[index], path ? { path } : { x0, x1, y0, y1 }));
      return;
    }
    map.layout = { ...map.layout, shapes };
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
    if (!still || !across) return;
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
