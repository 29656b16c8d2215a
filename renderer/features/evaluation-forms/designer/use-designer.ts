import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { begin, changed, type History, redone, undone } from '../../../core/history';
import { useKept } from '../../../core/left';
import { type Draft, type DraftQuestion, type DraftSection, newQuestion, newSection } from './draft';
import { addQuestion, addSection, type Edit, editQuestion, editSection, keysOf, moveBy, remove } from './edits';
import { type Faults, without } from './faults';

type Options = {
  start: Draft /** What `start` is compared with. */;
  stored: Draft;
  version: string | null;
  name: string;
};

type Kept = Pick<Options, 'version'> & { draft: Draft };

/** The actions of the designer. They stay the same, so that a row is only rendered when its own part changes. */
export type Actions = {
  /** Opens a part in place, with the focus in it; null closes it. */
  open: (key: string | null) => void;
  /** Opens a part and leaves the focus where it is. */
  show: (key: string) => void;
  edit: (edit: Edit, tag?: string) => void;
  editQuestion: (key: string, field: string, change: (question: DraftQuestion) => DraftQuestion) => void;
  editSection: (key: string, field: string, change: (section: DraftSection) => DraftSection) => void;
  editForm: (field: keyof Draft, change: Partial<Draft>) => void;
  addQuestion: (section_key: string, after?: string) => void;
  addSection: () => void;
  remove: (key: string) => void;
  moveBy: (key: string, by: 1 | -1) => void;
};

const ActionsOf = createContext<Actions | null>(null);
export const ActionsProvider = ActionsOf.Provider;

/** The actions of the designer that the component is in. */
export function useActions(): Actions {
  const actions = useContext(ActionsOf);
  if (!actions) throw new Error('The designer provides its actions.');
  return actions;
}

/**
 * The draft of a form with its history, the part that is open in place, and the messages. Unsaved changes survive a lock
 * of the window.
 */
export function useDesigner({ start, stored, version, name }: Options) {
  const kept: Kept | undefined = useKept(name, (): Kept | undefined =>
    state.current.now === base.current.draft ? undefined : { draft: state.current.now, version: base.current.version },
  );
  // The unsaved draft was made from the version that was read before the lock.
  const base = useRef<Kept>({ draft: stored, version: kept ? kept.version : version });
  // Several edits may come before the next rendering.
  const state = useRef<History<Draft>>(begin(kept?.draft ?? start));
  const [history, setHistory] = useState(state.current);
  const put = useCallback((next: History<Draft>) => {
    state.current = next;
    setHistory(next);
  }, []);
  const [open, setOpen] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  // The part that gets the focus once it is rendered.
  const [wanted, setWanted] = useState<string | null>(null);

  const edit = useCallback(
    (edit: Edit, tag?: string) => put(changed(state.current, edit(state.current.now), tag)),
    [put],
  );
  const actions = useMemo<Actions>(() => {
    const openIt = (key: string | null) => {
      setOpen(key);
      if (key !== null) setWanted(key);
    };
    const touch = (key: string, field: string) => setFaults((all) => without(all, key, field));
    return {
      open: openIt,
      show: setOpen,
      edit,
      editQuestion: (key, field, change) => {
        edit(editQuestion(key, change), `${key} ${field}`);
        touch(key, field);
      },
      editSection: (key, field, change) => {
        edit(editSection(key, change), `${key} ${field}`);
        touch(key, field);
      },
      editForm: (field, change) => {
        edit((draft) => ({ ...draft, ...change }), field);
        touch('form', field);
      },
      addQuestion: (section_key, after) => {
        const added = newQuestion();
        edit(addQuestion(section_key, added, after));
        touch(section_key, 'questions');
        openIt(added.key);
      },
      addSection: () => {
        const added = newSection();
        edit(addSection(added));
        touch('form', 'sections');
        openIt(added.key);
      },
      remove: (key) => {
        const keys = keysOf(state.current.now);
        edit(remove(key));
        const left = keysOf(state.current.now);
        const at = keys.indexOf(key);
        setOpen((open) => (open === key ? null : open));
        setWanted(keys.slice(at + 1).find((one) => left.includes(one)) ?? left.at(-1) ?? null);
      },
      moveBy: (key, by) => {
        edit(moveBy(key, by));
        setWanted(key);
      },
    };
  }, [edit]);

  return {
    draft: history.now,
    open,
    faults,
    setFaults,
    wanted,
    setWanted,
    actions,
    version: () => base.current.version,
    /** The draft with every edit, ahead of the rendered page. */
    draftNow: () => state.current.now,
    undo: history.past.length > 0 ? () => put(undone(state.current)) : undefined,
    redo: history.future.length > 0 ? () => put(redone(state.current)) : undefined,
    isChanged: history.now !== base.current.draft,
    hasUnsaved: useCallback(() => state.current.now !== base.current.draft, []),
    /** The stored form has another version, with the same content. */
    catchUp: (version: string | null) => {
      base.current = { ...base.current, version };
    },
    /** Continues with edits that were made while the form was being stored. */
    keepEdits: (edited: Draft, stored: Draft, version: string | null) => {
      base.current = { draft: stored, version };
      put({ ...state.current, now: edited });
    },
    /** Nothing is left to be saved, because the form is gone. */
    forget: () => {
      base.current = { ...base.current, draft: state.current.now };
    },
    /** Continues with a stored form. */
    startFrom: (draft: Draft, version: string | null) => {
      base.current = { draft, version };
      put(begin(draft));
      setFaults({});
    },
  };
}

export type Designer = ReturnType<typeof useDesigner>;
