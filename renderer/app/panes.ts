/**
 * Moves the focus to the next visible part of the window (F6): an element with `data-pane`, in page order after the
 * focus, whether that is in a part or between two. Within it, the element with `data-pane-focus` gets the focus,
 * otherwise the part itself.
 */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.checkVisibility());
  const from = document.activeElement ?? document.body;
  const follows = (pane: Element) => from.compareDocumentPosition(pane) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = panes.find(follows) ?? panes[0];
  const target = next?.querySelector<HTMLElement>('[data-pane-focus]') ?? next;
  target?.focus();
}
