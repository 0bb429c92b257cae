/** The element that has the focus, wherever in the elements' own trees it is; undefined: none, or the page as a whole. */
export function focusedElement(): HTMLElement | undefined {
  let focused = document.activeElement;
  for (;;) {
    const inside = focused?.shadowRoot?.activeElement ?? null;
    if (inside === null) break;
    focused = inside;
  }
  return focused instanceof HTMLElement && focused !== document.body ? focused : undefined;
}
