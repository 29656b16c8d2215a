/** The evaluations that a figure of a report counts: what the figure is called, and the parameters that find them. */
export type Counted = { of: string; parameters: Readonly<Record<string, string>> };

const own = ['show', 'search', 'counted'];

/** Counted evaluations as the address of their list. */
export const countedAddress = ({ of, parameters }: Counted): string =>
  `/evaluations?${new URLSearchParams({ show: 'completed', counted: of, ...parameters })}`;

/** The counted evaluations in an address; null for a list of all. */
export function countedIn(params: URLSearchParams): Counted | null {
  const of = params.get('counted');
  if (of === null) return null;
  return { of, parameters: Object.fromEntries([...params].filter(([name]) => !own.includes(name))) };
}

/** Removes counted evaluations from an address. */
export function forgetCounted(params: URLSearchParams): void {
  for (const name of Object.keys(countedIn(params)?.parameters ?? {})) params.delete(name);
  params.delete('counted');
}
