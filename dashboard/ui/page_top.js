// A page that is opened begins at its top: Streamlit keeps how far the one before was scrolled wherever
// both are drawn over each other for a moment.

let shown = null;

export default function ({ data: [page] }) {
  if (shown !== null && shown !== page) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  shown = page;
}
