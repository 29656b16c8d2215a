import { createStore } from 'zustand';
import { begin, changed, type History, redone, undone } from '../../core/history';
import { AnswerSaver, type Change, type Doors, type SaveState } from './saver';

/** The pause in typing after which a text or a comment is saved. */
const typingMs = 400;

type ById<T> = Readonly<Record<string, T>>;
type State = {
  /** What was given, by question, without what the service refused. */
  given: ById<Change>;
  /** Why the last change of an answer was refused, by question. */
  refused: ById<unknown>;
  state: SaveState;
  savedAt: Date | null;
  /** Every answer and comment by its name, for undo. */
  history: History<ById<Change>>;
};

export type Opening = Pick<Doors, 'send' | 'read' | 'onSaved'> & {
  version: string | null;
  /** The questions that are answered in words. */
  texts: ReadonlySet<string>;
  /** What an earlier draft could not save. */
  kept: readonly [string, Change][];
  /** The answers and comments as they are stored, by name. */
  stored: ById<Change>;
};

/** The answers of an evaluation while they are given. Each change is saved at once, a text after a pause in typing. */
export function openDraft({ version, texts, kept, stored, ...service }: Opening) {
  const shown = { ...stored };
  for (const [name, change] of kept) shown[name] = { ...shown[name], ...change };
  const store = createStore<State>()(() => ({
    given: Object.fromEntries(kept),
    refused: {},
    state: 'saved',
    savedAt: null,
    history: begin<ById<Change>>(shown),
  }));
  const saver = new AnswerSaver(version, {
    ...service,
    onState: (state) => store.setState({ state }),
    onSaved: (saved) => {
      store.setState({ savedAt: new Date() });
      service.onSaved(saved);
    },
    onRefused: (form_question_id, change, error) =>
      store.setState(({ given, refused }) => ({
        given: { ...given, [form_question_id]: without(given[form_question_id] ?? {}, change) },
        refused: { ...refused, [form_question_id]: error },
      })),
  });
  const give = (name: string, change: Change, isTyped: boolean) => {
    store.setState(({ given, refused: { [name]: _, ...refused } }) => ({
      given: { ...given, [name]: { ...given[name], ...change } },
      refused,
    }));
    saver.give(name, change, isTyped ? typingMs : 0);
  };
  const go = (history: History<ById<Change>>): string | undefined => {
    const before = store.getState().history.now;
    const [name] = Object.keys(history.now).filter((one) => history.now[one] !== before[one]);
    store.setState({ history });
    if (name !== undefined) give(name, without(history.now[name] ?? {}, before[name] ?? {}), false);
    return name;
  };
  return {
    store,
    saver,
    /** Saves what an earlier draft could not save. */
    takeUp(): void {
      for (const [form_question_id, change] of kept) saver.give(form_question_id, change);
    },
    answer(form_question_id: string, change: Change): void {
      const isTyped = change.comment !== undefined || (texts.has(form_question_id) && !change.na);
      const tag = isTyped ? `${form_question_id} ${Object.keys(change)}` : undefined;
      store.setState(({ history }) => {
        const now = { ...history.now, [form_question_id]: { ...history.now[form_question_id], ...change } };
        return { history: changed(history, now, tag) };
      });
      give(form_question_id, change, isTyped);
    },
    /** Takes back the last change, or gives it again. Returns the name of what it was about. */
    undo: () => go(undone(store.getState().history)),
    redo: () => go(redone(store.getState().history)),
  };
}

/** A change without the parts that are the same in another one. */
const without = (change: Change, other: Change): Change =>
  Object.fromEntries(Object.entries(change).filter(([part, value]) => other[part as keyof Change] !== value));
