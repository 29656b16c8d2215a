import type { Group } from './entry';

const prefixes: Record<string, Group> = { '>': 'commands', '#': 'calls', '@': 'people' };

/** The text to search for, and the group to search in: `>`, `#` and `@` at the start choose one as well. */
export function readTyped(typed: string, chosen: Group | null): { text: string; group: Group | null } {
  const group = prefixes[typed[0] ?? ''];
  return group ? { text: typed.slice(1).trim(), group } : { text: typed.trim(), group: chosen };
}
