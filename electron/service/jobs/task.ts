/** Long work that a job thread does: a named async function of plain data. `alive` tells the watchdog that it goes on. */
export type Task<I, O> = { name: string; run: (input: I, alive: () => void) => Promise<O> };

const declared = new Map<string, Task<never, unknown>>();

/** Declares a task; its input and what it returns must survive structured clone. */
export function task<I, O>(name: string, run: Task<I, O>['run']): Task<I, O> {
  const made = { name, run };
  declared.set(name, made as Task<never, unknown>);
  return made;
}

/** The task of that name. Throws when it was never declared in this thread. */
export function declaredTask(name: string): Task<unknown, unknown> {
  const known = declared.get(name);
  if (!known) throw new Error(`No task is called ${name}.`);
  return known as Task<unknown, unknown>;
}
