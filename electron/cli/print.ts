import type { Called } from './table';

/** Prints the result of a command: one line of JSON with --json, otherwise a line for each value. */
export function print(result: Record<string, unknown>, { values }: Called): void {
  const lines = Object.entries(result).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : `${lines.join('\n')}\n`);
}
