/**
 * Moves the focus to the next part of the window that can be seen (F6): an element with `data-pane`, in the order of
 * the page. Within it the element with `data-pane-focus` takes the focus, else the part itself.
 */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.checkVisibility());
  const current = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + 1) % panes.length];
  const target = next?.querySelector<HTMLElement>('[data-pane-focus]') ?? next;
  target?.focus();
}
