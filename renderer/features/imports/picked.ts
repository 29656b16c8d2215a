import type { NewImport } from '@shared/contract/imports';
import { useRef, useState } from 'react';
import { type Draft, usable } from './draft';

/** What the user has set; the rest follows from what was found. */
export type Picked = Partial<
  Pick<
    NewImport,
    'timezone' | 'create_missing' | 'metadata_only' | 'date_order' | 'channels' | 'mapping' | 'category_ids'
  >
> & {
  /** Empty: the recognised one. */
  preset_id?: string;
  /** A preset that was changed here, instead. */
  draft?: Draft;
};

/** Changes of one text that follow each other within this time are one step, such as those of each key. */
const stepMs = 1_000;

/** What the user has set, step by step, so that each can be taken back and repeated. */
export function usePicked(first: Picked) {
  const [{ steps, at }, setHistory] = useState<{ steps: readonly Picked[]; at: number }>({ steps: [first], at: 0 });
  const typed = useRef(0);
  const picked = steps[at] ?? first;
  const go = (to: number) => () => {
    typed.current = 0;
    setHistory({ steps, at: to });
  };
  return {
    picked,
    change: (more: Picked, isTyped = false) => {
      const now = Date.now();
      const isSame = isTyped && at > 0 && now - typed.current < stepMs;
      typed.current = isTyped ? now : 0;
      const kept = steps.slice(0, isSame ? at : at + 1);
      setHistory({ steps: [...kept, { ...picked, ...more }], at: kept.length });
    },
    undo: at > 0 ? go(at - 1) : undefined,
    redo: at < steps.length - 1 ? go(at + 1) : undefined,
  };
}

/** Whether how the source is read was changed, and would have to be done again. */
export const isChanged = ({ draft, mapping = {} }: Picked): boolean =>
  draft !== undefined || Object.keys(mapping).length > 0;

/** The preset that was chosen or changed. */
export function presetOf({ preset_id, draft }: Picked): { preset_id?: string; preset?: Draft } {
  const preset = draft && usable(draft);
  if (preset) return { preset };
  return preset_id ? { preset_id } : {};
}
