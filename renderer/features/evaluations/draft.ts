import { createStore } from 'zustand';
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
};

export type Opening = Pick<Doors, 'send' | 'read' | 'onSaved'> & {
  version: string | null;
  /** The questions that are answered in words. */
  texts: ReadonlySet<string>;
  /** What an earlier draft could not save. */
  kept: readonly [string, Change][];
};

/** The answers of an evaluation while they are given. Each change is saved at once, a text after a pause in typing. */
export function openDraft({ version, texts, kept, ...service }: Opening) {
  const store = createStore<State>()(() => ({
    given: Object.fromEntries(kept),
    refused: {},
    state: 'saved',
    savedAt: null,
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
  return {
    store,
    saver,
    /** Saves what an earlier draft could not save. */
    takeUp(): void {
      for (const [form_question_id, change] of kept) saver.give(form_question_id, change);
    },
    answer(form_question_id: string, change: Change): void {
      store.setState(({ given, refused: { [form_question_id]: _, ...refused } }) => ({
        given: { ...given, [form_question_id]: { ...given[form_question_id], ...change } },
        refused,
      }));
      const isTyped = change.comment !== undefined || (texts.has(form_question_id) && !change.na);
      saver.give(form_question_id, change, isTyped ? typingMs : 0);
    },
  };
}

/** A change without the parts that are still those of another one. */
const without = (change: Change, refused: Change): Change =>
  Object.fromEntries(Object.entries(change).filter(([part, value]) => refused[part as keyof Change] !== value));
