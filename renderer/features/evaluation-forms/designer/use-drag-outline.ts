import { type PointerEvent, useState } from 'react';
import type { Draft } from './draft';
import { type Edit, moveQuestion, moveSection, placeOf } from './edits';

type Target = { edit: Edit /** Where the line is drawn, in px from the top of the outline. */; line: number };

/**
 * Moves sections and questions by their grips. Rows have different heights, so the place is found from the rows on the
 * screen. Keys that do the same are handled by the outline.
 */
export function useDragOutline(draft: () => Draft, onEdit: (edit: Edit) => void) {
  const [line, setLine] = useState<number | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const outline = event.currentTarget;
    const grip = (event.target as Element).closest<HTMLElement>('[data-grip]');
    const key = grip?.closest<HTMLElement>('[data-key]')?.dataset.key;
    if (!grip || key === undefined || event.button !== 0) return;
    event.preventDefault();
    const end = new AbortController();
    const on = { signal: end.signal };
    const target = ({ clientY }: MouseEvent) =>
      placeOf(draft(), key) ? questionTarget(outline, key, clientY) : sectionTarget(outline, key, clientY);
    const finish = () => {
      end.abort();
      setLine(null);
    };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener('pointermove', (moved) => setLine(target(moved)?.line ?? null), on);
    grip.addEventListener(
      'pointerup',
      (released) => {
        const found = target(released);
        finish();
        if (found) onEdit(found.edit);
      },
      on,
    );
    grip.addEventListener('pointercancel', finish, on);
  };
  return { line, onPointerDown };
}

const all = (within: Element, selector: string) => [...within.querySelectorAll<HTMLElement>(selector)];
const isAbove = (y: number) => (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2 < y;
};
const from = (outline: Element, y: number) => y - outline.getBoundingClientRect().top;

function sectionTarget(outline: Element, key: string, y: number): Target | undefined {
  const others = all(outline, '[data-section]').filter((one) => one.dataset.section !== key);
  const to = others.filter(isAbove(y)).length;
  const next = others[to];
  const edge = next ? next.getBoundingClientRect().top : others.at(-1)?.getBoundingClientRect().bottom;
  return edge === undefined ? undefined : { edit: moveSection(key, to), line: from(outline, edge) };
}

/** The place in the last section that begins above the pointer. */
function questionTarget(outline: Element, key: string, y: number): Target | undefined {
  const sections = all(outline, '[data-section]');
  const began = sections.filter((one) => one.getBoundingClientRect().top < y);
  const section = Math.max(0, began.length - 1);
  const within = sections[section];
  if (!within) return undefined;
  const others = all(within, 'li[data-key]').filter((one) => one.dataset.key !== key);
  const to = others.filter(isAbove(y)).length;
  const before = others[to - 1] ?? within.querySelector('[data-head]');
  if (!before) return undefined;
  return { edit: moveQuestion(key, section, to), line: from(outline, before.getBoundingClientRect().bottom) };
}
