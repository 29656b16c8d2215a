import type { CommandId } from '../../core/commands';
import { ownStore } from '../../core/own-store';

const most = 5;

/** The commands and calls that each user had last, the latest first. Of calls, only the ids are kept. */
export const useRecent = ownStore<{ commands: CommandId[]; calls: string[] }>('recent', { commands: [], calls: [] });

const first = <T>(one: T, others: readonly T[]): T[] =>
  [one, ...others.filter((other) => other !== one)].slice(0, most);

export function rememberCommand(id: CommandId): void {
  useRecent.setState(({ commands }) => ({ commands: first(id, commands) }));
}

export function rememberCall(call_id: string): void {
  useRecent.setState(({ calls }) => ({ calls: first(call_id, calls) }));
}
