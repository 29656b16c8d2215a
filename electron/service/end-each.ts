/** Takes the steps of an end in turn, each also after one that failed. Throws the first failure at the end. */
export async function endEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw failures[0];
}
