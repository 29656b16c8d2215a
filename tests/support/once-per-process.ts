/** Does this once in each process, whose test files share modules but load the set-up files again. */
export function oncePerProcess(name: string, work: () => void): void {
  const isDone = Symbol.for(`earshot ${name}`);
  if (isDone in globalThis) return;
  Object.assign(globalThis, { [isDone]: true });
  work();
}
