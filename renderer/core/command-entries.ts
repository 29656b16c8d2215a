import { replaceEqualDeep } from '@tanstack/react-query';
import { create } from 'zustand';
import { type CommandId, commandIds } from './commands';

/** Called with the chord that started it, if a key did. */
export type Handler = (chord?: string) => void;
type Live = {
  /** The commands that currently have a handler. */
  live: Partial<Record<CommandId, true>>;
  /** Why a command cannot be done at the moment. */
  whyNot: Partial<Record<CommandId, string>>;
};

/** The state of the commands that the window shows. A key finds its handler without it. */
export const useLiveCommands = create<Live>()(() => ({ live: {}, whyNot: {} }));

export const useIsLive = (id: CommandId): boolean => useLiveCommands(({ live }) => live[id] ?? false);

type Entries<T> = Map<CommandId, readonly { readonly value: T; readonly ofDraft: boolean }[]>;
/** The entries of the mounted parts of the page for each command; the last one is current. */
export const handlers: Entries<Handler> = new Map();
export const reasons: Entries<string> = new Map();

export const currentIn = <T>(entries: Entries<T>, id: CommandId): T | undefined => entries.get(id)?.at(-1)?.value;

/** Enters what a mounted part of the page has for a command. Returns what takes it out again. */
export function enter<T>(entries: Entries<T>, id: CommandId, value: T, ofDraft: boolean): () => void {
  const entry = { value, ofDraft };
  entries.set(id, [...(entries.get(id) ?? []), entry]);
  showSoon();
  return () => {
    entries.set(id, entries.get(id)?.filter((one) => one !== entry) ?? []);
    showSoon();
  };
}

let isDue = false;

/** Once for all commands of a page that appears, and in a task of its own: the menu, the shell and the player render then. */
function showSoon(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    const live = commandIds.flatMap((id) => (currentIn(handlers, id) ? [[id, true]] : []));
    const whyNot = commandIds.map((id) => [id, currentIn(reasons, id)]);
    const next: Live = { live: Object.fromEntries(live), whyNot: Object.fromEntries(whyNot) };
    useLiveCommands.setState((before) => replaceEqualDeep(before, next));
  });
}
