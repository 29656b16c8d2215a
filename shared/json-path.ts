/** A step of a path: a property, an entry of a list, the first entry with a value, or all. */
type Step = { key: string } | { index: number } | { where: string; is: string } | 'all';
/** A path into a value of JSON or XML. `fromRoot`: from the root of the file. */
export type Path = { fromRoot: boolean; steps: readonly Step[] };

const step = /\.?(?:\["((?:[^"\\]|\\.)*)"\]|\[(-?\d+)\]|\[\]|\[([^\]=\s][^\]=]*)=([^\]]*)\]|([^.[\]^][^.[\]]*))/y;

/**
 * Reads a path: `a.b`, `["a.b"]`, `[n]`, `[-1]` for the last, `[k=v]` for the first entry whose k is v, `[]` for all, and `^` in front to
 * start at the root of the file. Undefined if it is none.
 */
export function parsePath(text: string): Path | undefined {
  if (text.trim() === '') return undefined;
  const fromRoot = text.startsWith('^');
  const steps: Step[] = [];
  for (let at = fromRoot ? 1 : 0; at < text.length; ) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (!found) return undefined;
    const [all, quoted, index, where, is = '', key] = found;
    at += all.length;
    if (quoted !== undefined) steps.push({ key: quoted.replace(/\\(.)/g, '$1') });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (where !== undefined) steps.push({ where, is });
    else if (key !== undefined) steps.push({ key });
    else steps.push('all');
  }
  return { fromRoot, steps };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is at a path: the values of all entries after `[]`, otherwise one or none. */
export function valuesAt({ fromRoot, steps }: Path, item: unknown, root: unknown): unknown[] {
  let values = [fromRoot ? root : item];
  for (const one of steps) values = values.flatMap((value) => next(value, one));
  return values;
}

function next(value: unknown, one: Step): unknown[] {
  if (one === 'all') return Array.isArray(value) ? value : value === undefined ? [] : [value];
  if ('key' in one) return isObject(value) && Object.hasOwn(value, one.key) ? [value[one.key]] : [];
  // XML has a list of one entry as that entry.
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const entry =
    'index' in one
      ? list.at(one.index)
      : list.find((each) => isObject(each) && String(each[one.where]).toLowerCase() === one.is.toLowerCase());
  return entry === undefined ? [] : [entry];
}
