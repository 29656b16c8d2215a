/**
 * Parts of the window that keep the focus: when the focused element in one of them disappears, its neighbour gets the
 * focus.
 */
const parts = '[data-pane], [data-focus-group], [role=dialog], [role=alertdialog]';

const tabStopsIn = (part: Element): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  );

/**
 * Watches the page from now on. When the focused element leaves the page, the browser gives the focus to the body,
 * where no key works. Instead, the focus moves to the next element in the same part of the window, otherwise to the
 * previous one. When a menu, a popover or a dialog closes, it moves to where it was below. Otherwise it moves to the start
 * of the page: the element with `data-page-focus`, or the first control in it. The focus also moves there initially, once
 * the page has such an element.
 */
export function keepFocus(): void {
  let focused: HTMLElement | null = null;
  let gap: Range | null = null;
  let isLost = true;
  let isWaiting = false;
  /** The last focused element of each layer (the page, a menu, a dialog), the newest last. */
  const places = new Map<Element, HTMLElement>();

  const settle = () => {
    isWaiting = false;
    if (document.activeElement !== document.body) return;
    const neighbour = gap && (neighbourOf(gap) ?? placeBelow(gap, places));
    neighbour?.focus();
    if (document.activeElement === document.body) focusPage();
  };

  document.addEventListener('focusin', ({ target }) => {
    focused = target as HTMLElement;
    gap = null;
    isLost = false;
    const layer = layerOf(focused);
    for (const known of places.keys()) if (known === layer || !known.isConnected) places.delete(known);
    places.set(layer, focused);
  });
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (focused === null || ![...change.removedNodes].some((node) => node.contains(focused))) continue;
      focused = null;
      gap = gapOf(change);
      isLost = true;
    }
    if (!isLost || isWaiting || document.activeElement !== document.body) return;
    isWaiting = true;
    // A closing menu or dialog returns the focus to its opener in the next frame, which takes precedence. It does not if
    // the opener was an item of a menu that closed in the same frame, or if nothing had the focus when it opened.
    requestAnimationFrame(() => requestAnimationFrame(settle));
  }).observe(document.body, { childList: true, subtree: true });
}

/** Layers are children of the body. */
const layerOf = (element: Element): Element => element.closest('body > *') ?? element;

/** Where the focus was before a layer that is gone. A layer that still fades out is no place to return to. */
const placeBelow = ({ startContainer }: Range, places: Map<Element, HTMLElement>): HTMLElement | undefined =>
  startContainer === document.body
    ? [...places].findLast(([layer]) => layer.isConnected && !layer.matches('[data-exiting]'))?.[1]
    : undefined;

/** The position of a removed element. A range keeps its position while the page changes further. */
function gapOf({ target, previousSibling, nextSibling }: MutationRecord): Range {
  const range = document.createRange();
  range.setStart(target, 0);
  if (nextSibling?.parentNode === target) range.setStartBefore(nextSibling);
  else if (previousSibling?.parentNode === target) range.setStartAfter(previousSibling);
  range.collapse(true);
  return range;
}

function neighbourOf(gap: Range): HTMLElement | null {
  const part = (gap.startContainer as Element).closest<HTMLElement>(parts);
  // The deck stays mounted when it is closed.
  if (!part?.isConnected || !part.checkVisibility()) return null;
  const stops = tabStopsIn(part);
  return stops.find((stop) => gap.comparePoint(stop, 0) > 0) ?? stops.at(-1) ?? part;
}

/** Moves the focus to the start of the page. */
export function focusPage(): void {
  const start = document.querySelector<HTMLElement>('[data-page-focus]');
  if (start?.hasAttribute('tabindex')) start.focus();
  else if (start) tabStopsIn(start)[0]?.focus();
}
