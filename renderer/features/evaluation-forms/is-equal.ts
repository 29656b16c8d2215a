/** Whether two values of JSON have the same content. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every((key) => isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}
