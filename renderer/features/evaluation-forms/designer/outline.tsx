import { Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useMessage } from '../../../i18n/use-said';
import { Button } from '../../../ui/button';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import type { Draft } from './draft';
import { type Edit, keysInForm, moveQuestion, moveSection, placeInForm } from './edits';
import styles from './outline.module.css';
import { SectionPart } from './section-part';
import type { sharesOf } from './shares';
import type { Designer } from './use-designer';

type Props = { designer: Designer; shares: ReturnType<typeof sharesOf>['sections']; readOnly: boolean };

/**
 * Sections and questions. Arrow up and down move between the rows, which are one tab stop; with Alt they move what has
 * the focus, and Delete removes it. Enter in the title of a question adds one after it.
 */
export function Outline({ designer, shares, readOnly }: Props) {
  const { draft, open, faults, wanted, setWanted, actions } = designer;
  const { t } = useTranslation();
  const message = useMessage();
  const list = useRef<HTMLOListElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [stop, setStop] = useState<string | null>(null);
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);
  const drag = useDragOutline(() => latest.current, actions.edit);
  const keys = keysInForm(draft);
  const stopKey =
    stop !== null && keys.includes(stop) && stop !== open ? stop : (keys.find((key) => key !== open) ?? null);
  const onFold = useCallback(
    (key: string) =>
      setFolded((all) => {
        const next = new Set(all);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );

  const rowOf = (key: string) => list.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
  useEffect(() => {
    if (open === null) return;
    const place = placeInForm(latest.current, open);
    const section = place && latest.current.sections[place.section]?.key;
    if (section) setFolded((all) => (all.has(section) ? new Set([...all].filter((key) => key !== section)) : all));
    list.current?.querySelector(`[data-key="${open}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  useLayoutEffect(() => {
    if (wanted === null) return;
    const row = rowOf(wanted);
    const field = row?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? row?.querySelector('input');
    (field ?? row?.querySelector<HTMLElement>('[data-row]'))?.focus();
    if (field instanceof HTMLInputElement) field.setSelectionRange(field.value.length, field.value.length);
    setWanted(null);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key;
    if (key === undefined || event.defaultPrevented || event.nativeEvent.isComposing) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    const isRow = target.matches('[data-row]');
    if (by !== undefined && event.altKey && !readOnly) actions.moveBy(key, by);
    else if (by !== undefined && isRow) {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      rows[rows.indexOf(target) + by]?.focus();
    } else if (event.key === 'Delete' && isRow && !readOnly) actions.remove(key);
    else if (event.key === 'Escape' && key === open) {
      actions.open(null);
      setStop(key);
      setWanted(key);
    } else if (event.key === 'Enter' && target.matches('[data-question-title] input') && !readOnly) {
      actions.addQuestion(target.closest<HTMLElement>('[data-section]')?.dataset.section ?? '', key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const missing = message(faults.form?.sections);
  return (
    <>
      <ol
        ref={list}
        className={styles.outline}
        aria-label={t('forms.outline')}
        data-dropping={drag.line !== null || undefined}
        style={{ '--drop-line': `${drag.line ?? 0}px` } as object}
        onKeyDown={onKeyDown}
        onPointerDown={readOnly ? undefined : drag.onPointerDown}
        onFocus={({ target }) => setStop(target.closest<HTMLElement>('[data-key]')?.dataset.key ?? null)}
      >
        {draft.sections.map((section, at) => {
          const isIn = (key: string | null) =>
            key === section.key || section.questions.some((question) => question.key === key) ? key : null;
          return (
            <SectionPart
              key={section.key}
              section={section}
              at={at}
              points={shares[at]?.points ?? 0}
              percent={shares[at]?.percent ?? 0}
              open={isIn(open)}
              stop={isIn(stopKey)}
              faults={faults}
              isFolded={folded.has(section.key)}
              onFold={onFold}
              readOnly={readOnly}
            />
          );
        })}
      </ol>
      {missing !== undefined && <FormMessage>{missing}</FormMessage>}
      {!readOnly && (
        <Button look="quiet" icon={<Icon of={Plus} />} onPress={actions.addSection}>
          {t('forms.addSection')}
        </Button>
      )}
    </>
  );
}

type Target = { edit: Edit /** Where the line is drawn, in px from the top of the outline. */; line: number };

/**
 * Moves sections and questions by their grips. Rows have different heights, so the place is found from the rows on the
 * screen. Keys that do the same are handled by the outline.
 */
function useDragOutline(draft: () => Draft, onEdit: (edit: Edit) => void) {
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
      placeInForm(draft(), key) ? questionTarget(outline, key, clientY) : sectionTarget(outline, key, clientY);
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
