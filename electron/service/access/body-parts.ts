/** The part of a body, or of parameters, with this dotted path. */
export const partOf = (body: unknown, path = ''): unknown =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);

/** Whether a body, or its part at `path`, has only these parts, named by their dotted paths. */
export function hasOnly(body: unknown, parts: readonly string[], path = ''): boolean {
  if (parts.includes(path)) return true;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.entries(body).every(([name, value]) => hasOnly(value, parts, path === '' ? name : `${path}.${name}`));
}
