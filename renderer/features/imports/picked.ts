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

/** What the user has set, step by step, so that each can be taken back. */
export function usePicked(first: Picked) {
  const [steps, setSteps] = useState<readonly Picked[]>([first]);
  const typed = useRef<string>(undefined);
  const picked = steps.at(-1) ?? first;
  return {
    picked,
    /** Changes of one `text` after another, such as those of each key, are one step. */
    change: (more: Picked, text?: string) => {
      const isSame = text !== undefined && text === typed.current && steps.length > 1;
      typed.current = text;
      setSteps([...(isSame ? steps.slice(0, -1) : steps), { ...picked, ...more }]);
    },
    undo:
      steps.length > 1
        ? () => {
            typed.current = undefined;
            setSteps(steps.slice(0, -1));
          }
        : undefined,
    reset: () => {
      typed.current = undefined;
      setSteps([...steps, first]);
    },
  };
}

/** The preset that was chosen or changed. */
export function presetOf({ preset_id, draft }: Picked): { preset_id?: string; preset?: Draft } {
  const preset = draft && usable(draft);
  if (preset) return { preset };
  return preset_id ? { preset_id } : {};
}
