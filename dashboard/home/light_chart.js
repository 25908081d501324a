// Draws what dashboard/figures says of a small figure: marks, level and upright lines, areas, words; x in percent, so
// that it keeps its place in a page of any width.

const TOP = 8, BELOW = 48, TICK = 21, PAD = 2;

export default function ({ data: [traces, layout, alt], parentElement }) {
  const picture = parentElement.querySelector("svg");
  const { font, xaxis, yaxis: { range: [bottom, top] } } = layout;
  const [left, right] = xaxis.range;
  const height = layout.height - TOP - BELOW;
  const across = x => `${100 * (x - left) / (right - left)}%`;
  const down = y => height * (top - y) / (top - bottom);

  const put = (place, kind, given, words) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [name, value] of Object.entries(given)) part.setAttribute(name, value);
    if (words !== undefined) part.textContent = words;
    place.append(part);
    return part;
  };
  const line = (x0, x1, y0, y1, color, width) => put(picture, "line", {
    x1: across(x0), x2: across(x1), y1: down(y0), y2: down(y1), stroke: color, "stroke-width": width,
  });
  // Words may be in <b> and in a colour.
  const write = (x, y, words, anchor, size, color = font.color) => {
    const text = put(picture, "text", { x, y, "text-anchor": anchor, "font-size": size, fill: color });
    let bold = 400, fill = color;
    for (const part of words.split(/(<[^>]*>)/)) {
      if (part === "<b>") bold = 700;
      else if (part === "</b>") bold = 400;
      else if (part === "</span>") fill = color;
      else if (part.startsWith("<span")) fill = part.match(/color:([^"]*)/)[1];
      else put(text, "tspan", { "font-weight": bold, fill }, part);
    }
  };
  const of = (value, k) => Array.isArray(value) ? value[k] : value;
  const said = (trace, k) => of(trace.hovertemplate, k).replace("<extra></extra>", "").replace(
    /%\{(x|customdata)(?:\[(\d+)\])?(?::\+\.(\d)f)?\}/g,
    (_, what, column, digits) => {
      const value = column === undefined ? trace[what][k] : trace[what][k][column];
      return digits === undefined ? value : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
    });
  const mark = (trace, k) => {
    const { color, size, symbol } = trace.marker, r = of(size, k) / 2, paint = of(color, k);
    const place = put(picture, "svg", { x: across(trace.x[k]), y: down(trace.y[k]), overflow: "visible" });
    const look = { fill: paint, opacity: Array.isArray(size) ? 0.7 : 1 };
    let drawn;
    if (of(symbol, k) === "diamond")
      drawn = put(place, "path", { ...look, d: `M${1.3 * r},0L0,${1.3 * r}L${-1.3 * r},0L0,${-1.3 * r}Z` });
    else if (of(symbol, k) === "square-open")
      drawn = put(place, "rect", { ...look, x: -r, y: -r, width: 2 * r, height: 2 * r, fill: "none", stroke: paint });
    else drawn = put(place, "circle", { ...look, r });
    if (trace.hovertemplate) put(drawn, "title", {}, said(trace, k));
  };

  picture.replaceChildren();
  picture.setAttribute("height", height);
  picture.setAttribute("aria-label", alt);
  picture.style.fontFamily = font.family;
  for (const { type, x0, x1, y0, y1, line: stroke, fillcolor, opacity } of layout.shapes)
    if (type === "line") line(x0, x1, y0, y1, stroke.color, stroke.width);
    else line(x0, x1, (y0 + y1) / 2, (y0 + y1) / 2, fillcolor, down(y0) - down(y1)).setAttribute("opacity", opacity);
  for (const trace of traces)
    trace.x.forEach((x, k) => {
      if (trace.mode === "lines") {
        if (x !== null && k + 1 < trace.x.length && trace.x[k + 1] !== null)
          line(x, trace.x[k + 1], trace.y[k], trace.y[k + 1], trace.line.color, trace.line.width);
        return;
      }
      const { color, thickness, array, arrayminus } = trace.error_x ?? {};
      if (array) line(x - arrayminus[k], x + array[k], trace.y[k], trace.y[k], color, thickness);
      mark(trace, k);
    });
  for (let x = Math.ceil(left / xaxis.dtick) * xaxis.dtick; x <= right; x += xaxis.dtick)
    write(across(x), height + TICK, `${+x.toFixed(6)}`.replace("-", "−"), "middle", font.size);
  write("50%", height + TICK + 22, xaxis.title.text, "middle", xaxis.title.font.size);
  for (const note of layout.annotations) {
    const size = note.font?.size ?? font.size, place = note.xref === "paper" ? `${100 * note.x}%` : across(note.x);
    const y = note.yref === "paper" ? 0.95 * size + 1 + PAD : down(note.y) - (note.yshift ?? 0) + 0.35 * size;
    const [anchor, pad] = { left: ["start", PAD], right: ["end", -PAD] }[note.xanchor] ?? ["middle", 0];
    write(place, y, note.text, anchor, size);
    picture.lastChild.setAttribute("dx", pad + (note.xshift ?? 0));
  }
}
