/**
 * Moves the focus to the next visible part of the window (F6): an element with `data-pane`, in page order. Within it,
 * the element with `data-pane-focus` gets the focus, otherwise the part itself.
 */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.checkVisibility());
  const current = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + 1) % panes.length];
  const target = next?.querySelector<HTMLElement>('[data-pane-focus]') ?? next;
  target?.focus();
}
