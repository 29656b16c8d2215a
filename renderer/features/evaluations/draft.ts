import { createStore } from 'zustand';
import { begin, changed, type History, redone, undone } from '../../core/history';
import { AnswerSaver, type Change, type Doors, type SaveState } from './saver';

/** The pause in typing after which a text or a comment is saved. */
const typingMs = 400;

type ById<T> = Readonly<Record<string, T>>;
/** A change that the service does not take, and why. */
export type Refused = { change: Change; error: unknown };
type State = {
  /** The given answers, by question. Refused ones stay as well, so that they can be corrected. */
  given: ById<Change>;
  /** The refused part of what is given, by question. */
  refused: ById<Refused>;
  state: SaveState;
  savedAt: Date | null;
  /** Every answer and comment by its name, for undo. */
  history: History<ById<Change>>;
};

export type Opening = Pick<Doors, 'send' | 'read' | 'onSaved'> & {
  version: string | null;
  /** The questions that are answered by typing. */
  typed: ReadonlySet<string>;
  /** What an earlier draft could not save. */
  kept: readonly [string, Change][];
  /** The answers and comments as they are stored, by name. */
  stored: ById<Change>;
  /** The questions that are hidden with these answers. The service drops what was answered to them. */
  hiddenWith: (answers: ById<Change>) => ReadonlySet<string>;
};

export type Draft = ReturnType<typeof openDraft>;

/** The answers of an evaluation while they are given. Each change is saved at once, a text after a pause in typing. */
export function openDraft({ version, typed, kept, stored, hiddenWith, ...service }: Opening) {
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
    onRefused: (name, change, error) =>
      store.setState(({ given, refused }) => {
        // What was given since is sent next.
        const still = same(change, given[name] ?? {});
        return isEmpty(still) ? {} : { refused: { ...refused, [name]: { change: still, error } } };
      }),
  });
  const give = (name: string, change: Change, isTyped: boolean, history: History<ById<Change>>) => {
    const before = hiddenWith(store.getState().history.now);
    const after = hiddenWith(history.now);
    for (const one of after) if (!before.has(one)) saver.drop(one);
    send(name, change, isTyped, history);
    // What a question that is shown again was answered is given again.
    for (const one of before) {
      const known = history.now[one];
      if (!after.has(one) && known) send(one, known, false, history);
    }
  };
  const send = (name: string, change: Change, isTyped: boolean, history: History<ById<Change>>) => {
    store.setState(({ given, refused: { [name]: before, ...others } }) => {
      const still = before && without(before.change, Object.keys(change));
      const refused = still && !isEmpty(still) ? { ...others, [name]: { ...before, change: still } } : others;
      return { history, given: { ...given, [name]: { ...given[name], ...change } }, ...(before && { refused }) };
    });
    saver.give(name, change, isTyped ? typingMs : 0);
  };
  const go = (history: History<ById<Change>>): string | undefined => {
    const before = store.getState().history.now;
    const [name] = Object.keys(history.now).filter((one) => history.now[one] !== before[one]);
    if (name === undefined) return undefined;
    const [now, then] = [history.now[name] ?? {}, before[name] ?? {}];
    give(name, differing(now, then), false, history);
    return name;
  };
  let left = kept;
  let isHeld = false;
  return {
    store,
    saver,
    /** While it is held, it takes no changes: the service is completing the evaluation, and would refuse them. */
    hold(held: boolean): void {
      isHeld = held;
    },
    /** Saves what an earlier draft could not save. */
    restore(): void {
      for (const [form_question_id, change] of left) saver.give(form_question_id, change);
      left = [];
    },
    answer(form_question_id: string, change: Change): void {
      const { history, refused } = store.getState();
      // What was refused is sent again.
      const isKnown = isEmpty(differing(change, history.now[form_question_id] ?? {})) && !refused[form_question_id];
      if (isHeld || isKnown) return;
      const isTyped = change.comment !== undefined || (typed.has(form_question_id) && !change.na);
      const tag = isTyped ? `${form_question_id} ${Object.keys(change)}` : undefined;
      const now = { ...history.now, [form_question_id]: { ...history.now[form_question_id], ...change } };
      give(form_question_id, change, isTyped, changed(history, now, tag));
    },
    /** Takes back the last change, or gives it again. Returns the name of what it was about. */
    undo: () => (isHeld ? undefined : go(undone(store.getState().history))),
    redo: () => (isHeld ? undefined : go(redone(store.getState().history))),
    /** The answers that the service does not have, by name: not yet, or because they were refused. */
    unsaved(): [string, Change][] {
      const all = new Map(Object.entries(store.getState().refused).map(([name, { change }]) => [name, change]));
      for (const [name, change] of saver.pending) all.set(name, { ...all.get(name), ...change });
      return [...all];
    },
  };
}

const isEmpty = (change: Change): boolean => Object.keys(change).length === 0;

/** The parts of a change that are the same in another one. */
const same = (change: Change, other: Change): Change =>
  Object.fromEntries(Object.entries(change).filter(([part, value]) => other[part as keyof Change] === value));

/** The parts of a change that are not the same in another one. */
const differing = (change: Change, other: Change): Change => without(change, Object.keys(same(change, other)));

/** A change without these parts. */
const without = (change: Change, parts: readonly string[]): Change =>
  Object.fromEntries(Object.entries(change).filter(([part]) => !parts.includes(part)));
