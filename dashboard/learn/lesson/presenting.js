// Keys that turn pages, as a keyboard and as clickers send them. What needs a key itself keeps it;
// a clicker's keys mean nothing to anything else here, so they turn pages wherever the focus is.
// A slider that was moved with the mouse gives its keys back; one that was reached with Tab keeps them.

const TURNS = { PageDown: 1, ArrowRight: 1, " ": 1, PageUp: -1, ArrowLeft: -1 };
const OF_CLICKERS = ["PageDown", "PageUp"];
const WRITTEN_IN = "input, textarea, select, [contenteditable=true]";
const MOVED = "[role=slider], [role=combobox], [role=radio], [role=menuitem]";
const PRESSED = "button, summary";

export default function ({ setTriggerValue }) {
  let moved = null; // the slider that the mouse has just moved, until it has let go of the keys
  const turn = (event) => {
    const by = TURNS[event.key];
    if (!by || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = event.composedPath()[0];
    const keeps = event.key === " " ? `${WRITTEN_IN}, ${MOVED}, ${PRESSED}` : `${WRITTEN_IN}, ${MOVED}`;
    if (!OF_CLICKERS.includes(event.key) && at !== moved && at.closest?.(keeps)) return;
    event.preventDefault();
    event.stopPropagation(); // a slider takes PageDown for itself
    if (at.matches?.("main")) at.blur(); // a click beside everything: no frame round the page that comes
    setTriggerValue("turned", by);
  };
  const release = () => {
    const at = document.activeElement;
    moved = at?.matches("input[type=range]") ? at : null;
    requestAnimationFrame(() => {
      const held = document.activeElement; // the slider takes the focus after this event where it had none
      if (held?.matches("input[type=range]")) held.blur();
      moved = null;
    });
  };
  document.addEventListener("keydown", turn, true);
  document.addEventListener("pointerup", release, true);
  return () => {
    document.removeEventListener("keydown", turn, true);
    document.removeEventListener("pointerup", release, true);
  };
}
