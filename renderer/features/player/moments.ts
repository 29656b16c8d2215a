import { create } from 'zustand';

/** A moment of a call that is marked above its lanes. A note over a region has an end. */
export type Moment = { label: string; title: string; position: number; end_position: number | null };

/** The marked moments by kind, and the call that they belong to: its notes, and the linked answers on the stage. */
type Marked = { call_id: string | null; moments: readonly Moment[] };
const none: Marked = { call_id: null, moments: [] };
export const useMoments = create<{ notes: Marked; answers: Marked }>()(() => ({ notes: none, answers: none }));

/** Marks moments until the returned function is called. */
export function markMoments(kind: 'notes' | 'answers', marked: Marked): () => void {
  useMoments.setState({ [kind]: marked });
  return () => useMoments.setState((now) => (now[kind] === marked ? { [kind]: none } : {}));
}

/** Moments that are too near to each other for two marks share one, `3–5`. */
export function grouped(moments: readonly Moment[], nearest_ms: number): Moment[] {
  const groups: Moment[][] = [];
  for (const moment of moments.toSorted((one, other) => one.position - other.position)) {
    const last = groups.at(-1);
    if (last && moment.position - (last[0]?.position ?? 0) < nearest_ms) last.push(moment);
    else groups.push([moment]);
  }
  return groups.map(together);
}

/** The marks of answers. Those near a flag share one, which stands next to it: `flag` is the position of the flag. */
export function besideFlags(
  moments: readonly Moment[],
  flags: readonly Moment[],
  nearest_ms: number,
): (Moment & { flag?: number })[] {
  const flagOf = ({ position }: Moment) => flags.find((flag) => Math.abs(flag.position - position) < nearest_ms);
  const atFlags = flags.flatMap((flag) => {
    const own = moments.filter((one) => flagOf(one) === flag);
    return own.length === 0 ? [] : [{ ...together(own), flag: flag.position }];
  });
  return [
    ...grouped(
      moments.filter((one) => flagOf(one) === undefined),
      nearest_ms,
    ),
    ...atFlags,
  ];
}

/** One mark for several moments. */
function together(moments: readonly Moment[]): Moment {
  const group = moments.toSorted((one, other) => one.position - other.position);
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) throw new Error('A mark has a moment.');
  const title = group.map((one) => one.title).join('\n');
  return group.length === 1 ? first : { ...first, label: `${first.label}–${last.label}`, title };
}
