// A page that is opened begins at its top: Streamlit keeps how far the one before was scrolled wherever
// both are drawn over each other for a moment. And once a first page stands, Plotly is fetched for the next ones.

let shown = null, asked = false;

export default function ({ data: [page, plotly] }) {
  if (shown !== null && shown !== page) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  shown = page;
  if (asked || !plotly || navigator.connection?.saveData) return;
  asked = true;
  const ask = () => document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: plotly }));
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(ask, { timeout: 3000 }), 1000);
}
