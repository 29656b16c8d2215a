import i18next from 'i18next';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import { createStore, useStore } from 'zustand';
import { begin, changed, type History, redone, undone } from '../../../core/history';
import { keptOf, useKept } from '../../../core/session-restore';
import { toast } from '../../../ui/toast';
import { type Draft, type DraftQuestion, type DraftSection, newQuestion, newSection } from './draft';
import {
  addQuestion,
  addSection,
  type Edit,
  editQuestion,
  editSection,
  keysInForm,
  misplaced,
  moveBy,
  remove,
} from './edits';
import { type Faults, without } from './faults';

type Options = {
  start: Draft /** What `start` is compared with. */;
  stored: Draft;
  version: string | null;
  name: string;
};

type Kept = Pick<Options, 'version'> & { draft: Draft };
type State = { history: History<Draft>; base: Kept };

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

const DraftOf = createContext<Draft | null>(null);
export const ShownDraft = DraftOf.Provider;

/** The whole draft, for the few parts that depend on others of its questions. */
export function useShownDraft(): Draft {
  const draft = useContext(DraftOf);
  if (!draft) throw new Error('The designer provides its draft.');
  return draft;
}

/**
 * The draft of a form with its history, the part that is open in place, and the messages. Unsaved changes survive a lock
 * of the window.
 */
export function useDesigner({ start, stored, version, name }: Options) {
  // A store, because several edits may come before the next rendering.
  const [store] = useState(() => {
    const kept = keptOf<Kept>(name);
    // The unsaved draft was made from the version that was read before the lock.
    const base = { draft: stored, version: kept ? kept.version : version };
    return createStore<State>(() => ({ history: begin(kept?.draft ?? start), base }));
  });
  const { history, base } = useStore(store);
  const baseNow = () => store.getState().base;
  const draftNow = () => store.getState().history.now;
  useKept(name, (): Kept | undefined =>
    draftNow() === baseNow().draft ? undefined : { draft: draftNow(), version: baseNow().version },
  );
  const [open, setOpen] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  // The part that gets the focus once it is rendered.
  const [wanted, setWanted] = useState<string | null>(null);

  const edit = useCallback(
    (edit: Edit, tag?: string) => {
      const { history } = store.getState();
      const next = edit(history.now);
      const wrong = misplaced(next);
      if (wrong) toast(i18next.t('forms.beforeSource', { title: wrong.source.title }), 'note');
      else store.setState({ history: changed(history, next, tag) });
    },
    [store],
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
        const keys = keysInForm(store.getState().history.now);
        edit(remove(key));
        const left = keysInForm(store.getState().history.now);
        const at = keys.indexOf(key);
        setOpen((open) => (open === key ? null : open));
        setWanted(keys.slice(at + 1).find((one) => left.includes(one)) ?? left.at(-1) ?? null);
      },
      moveBy: (key, by) => {
        edit(moveBy(key, by));
        setWanted(key);
      },
    };
  }, [edit, store]);

  return {
    draft: history.now,
    open,
    faults,
    setFaults,
    wanted,
    setWanted,
    actions,
    version: () => baseNow().version,
    /** The draft with every edit, ahead of the rendered page. */
    draftNow,
    undo: history.past.length > 0 ? () => store.setState({ history: undone(store.getState().history) }) : undefined,
    redo: history.future.length > 0 ? () => store.setState({ history: redone(store.getState().history) }) : undefined,
    isChanged: history.now !== base.draft,
    hasUnsaved: useCallback(() => store.getState().history.now !== store.getState().base.draft, [store]),
    /** The stored form has another version, with the same content. */
    catchUp: (version: string | null) => store.setState(({ base }) => ({ base: { ...base, version } })),
    /** Continues with edits that were made while the form was being stored. */
    keepEdits: (edited: Draft, stored: Draft, version: string | null) =>
      store.setState(({ history }) => ({
        base: { draft: stored, version },
        history: { ...history, now: edited },
      })),
    /** Nothing is left to be saved, because the form is gone. */
    forget: () => store.setState(({ base, history }) => ({ base: { ...base, draft: history.now } })),
    /** Continues with a stored form. */
    startFrom: (draft: Draft, version: string | null) => {
      store.setState({ base: { draft, version }, history: begin(draft) });
      setFaults({});
    },
  };
}

export type Designer = ReturnType<typeof useDesigner>;
