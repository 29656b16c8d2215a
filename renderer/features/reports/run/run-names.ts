type Run = { run_id: string; created_at: string };

/**
 * The name of each run, from the newest on: when it was started, with seconds where that is also the name of another
 * one, and with a number if it still is.
 */
export function namesOf(
  runs: readonly Run[],
  started: (timestamp: string) => string,
  startedExactly: (timestamp: string) => string,
): ReadonlyMap<string, string> {
  const short = runs.map(({ created_at }) => started(created_at));
  const longer = runs.map(({ created_at }, at) => {
    const name = short[at] ?? '';
    return short.indexOf(name) === short.lastIndexOf(name) ? name : startedExactly(created_at);
  });
  return new Map(
    runs.map(({ run_id }, at) => {
      const name = longer[at] ?? '';
      if (longer.indexOf(name) === longer.lastIndexOf(name)) return [run_id, name];
      // Counted from the oldest, so that a name stays when there are newer runs.
      return [run_id, `${name} (${longer.slice(at).filter((other) => other === name).length})`];
    }),
  );
}
