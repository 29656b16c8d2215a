/** The shares of counts in whole percent that add up to 100: what rounding down leaves goes to those that lost most. */
export function percentOf<K extends string>(counts: Record<K, number>): Record<K, number> {
  const names = Object.keys(counts) as K[];
  const total = names.reduce((sum, name) => sum + counts[name], 0);
  const exact = (name: K) => (100 * counts[name]) / total;
  const shares = Object.fromEntries(names.map((name) => [name, Math.floor(exact(name))])) as Record<K, number>;
  const left = 100 - names.reduce((sum, name) => sum + shares[name], 0);
  const lost = (name: K) => exact(name) - shares[name];
  for (const name of names.toSorted((one, other) => lost(other) - lost(one)).slice(0, left)) shares[name] += 1;
  return shares;
}
