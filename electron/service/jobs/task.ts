import { reason } from '@shared/reasons/reasons';
import { Declared } from '../declared';
import { Refusal } from '../refusal';

/**
 * Long work for a job thread: a named async function of plain data. It calls `alive` at every step, which shows the
 * watchdog that it makes progress; `alive` throws once the task is cancelled. Before a call that blocks the thread for
 * longer than the watchdog waits, it passes the time in ms that the call may take.
 */
export type Task<I, O> = { name: string; run: (input: I, alive: (blockedMs?: number) => void) => Promise<O> };

const tasks = new Declared<Task<never, unknown>>();

/** Declares a task. Its input and result must survive structured clone. */
export const task = <I, O>(name: string, run: Task<I, O>['run']): Task<I, O> => tasks.add({ name, run });

/** The task with that name. Throws when it was not declared in this thread. */
export const declaredTask = (name: string) => tasks.get(name) as Task<unknown, unknown>;

/**
 * The limits after which the watchdog ends a thread: `silenceMs` after its event loop stopped, as in a parse that never
 * ends, or `stuckMs` after the last step of its task, as in a read that never returns. A single system call may take
 * long: an fsync of 40 s was seen on a slow drive.
 */
export type JobLimits = { silenceMs: number; stuckMs: number };

/** The refusal of a task that was cancelled. */
export const notWanted = () => new Refusal('Conflict', reason('stopped'));
