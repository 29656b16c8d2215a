import { useEffect, useLayoutEffect } from 'react';
import { currentIn, handlers, reasons } from './command-entries';
import { type CommandId, commandOf } from './commands';
import { catchUp } from './deferred';

/** The selection on the page with the pane, and whether that call is still being loaded. */
type Pane = { selection: string; isComing: boolean };
let pane: Pane | null = null;

/**
 * A command about the selected call that was asked for before the pane shows that call, or knows whether it can be done. It
 * is done as soon as it can be, for 5 s. The next key, click or command takes it back, and so does another selection.
 */
type PendingCommand = { id: CommandId; chord: string | undefined; selection: string; at: number };
let pending: PendingCommand | null = null;
const pendingMs = 5_000;

/** Whether a command cannot be done yet, but may be possible with the selected call. */
export const mayCome = (id: CommandId): boolean =>
  commandOf(id).ofPane === true && pane !== null && currentIn(reasons, id) === undefined;

/** Whether a dialog is to be answered before this command. */
export const isBlocked = (id: CommandId): boolean =>
  document.querySelector('[data-modal]') !== null && !commandOf(id)?.inDialogs;

/** Does what a command currently does, if it can be done. One about the call in the pane waits for that call. */
export function runCommand(id: CommandId, chord?: string): void {
  pending = null;
  attempt(id, chord, performance.now());
}

function attempt(id: CommandId, chord: string | undefined, at: number): void {
  const waits = commandOf(id).ofPane && pane?.isComing;
  if (commandOf(id).ofPane && !waits) catchUp();
  const run = waits ? undefined : currentIn(handlers, id);
  if (run) run(chord);
  else if (pane && mayCome(id)) pending = { id, chord, selection: pane.selection, at };
}

/** Does a command that was asked for and can be done now. */
export function fulfil(id?: CommandId): void {
  const mine = pending;
  if (mine === null || (id !== undefined && id !== mine.id)) return;
  // Outside of the render that made it possible.
  setTimeout(() => {
    if (pending !== mine) return;
    pending = null;
    const isOld = performance.now() - mine.at > pendingMs || pane?.selection !== mine.selection;
    if (!isOld && !isBlocked(mine.id)) attempt(mine.id, mine.chord, mine.at);
  });
}

/** For the page with the pane: what is selected, null for nothing, and whether it is being loaded. */
export function usePaneSelection(selection: string | null, isComing: boolean): void {
  useLayoutEffect(() => {
    pane = selection === null ? null : { selection, isComing };
    if (!isComing) fulfil();
    return () => {
      pane = null;
    };
  }, [selection, isComing]);
}

/** Listens for what takes a command back. Used once, by the root, before other listeners. */
export function useTakeBack(): void {
  useEffect(() => {
    const takeBack = () => {
      pending = null;
    };
    document.addEventListener('keydown', takeBack, true);
    document.addEventListener('pointerdown', takeBack, true);
    return () => {
      document.removeEventListener('keydown', takeBack, true);
      document.removeEventListener('pointerdown', takeBack, true);
    };
  }, []);
}
