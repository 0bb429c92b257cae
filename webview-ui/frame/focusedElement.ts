/** Through shadow trees; undefined: none, or the page itself. */
export function focusedElement(): HTMLElement | undefined {
  let focused = document.activeElement;
  for (;;) {
    const inside = focused?.shadowRoot?.activeElement ?? null;
    if (inside === null) break;
    focused = inside;
  }
  return focused instanceof HTMLElement && focused !== document.body ? focused : undefined;
}
