import { CallDirection } from '../codes';

const inbound = [
  'in',
  'inbound',
  'incoming',
  'received',
  'eingehend',
  'kommend',
  'ankommend',
  'terminating',
  'user_in',
  'byotin',
] as const;
const outbound = [
  ...(['out', 'outbound', 'outgoing', 'dialed', 'placed', 'ausgehend', 'gehend', 'abgehend'] as const),
  ...(['originating', 'user_out', 'byotout'] as const),
] as const;
const internal = ['internal', 'intern', 'local'] as const;

/** Words and codes for a direction, folded, as phone systems write them. */
export const directions: ReadonlyMap<string, number> = new Map<string, number>([
  ...inbound.map((word) => [word, CallDirection.inbound] as const),
  ...outbound.map((word) => [word, CallDirection.outbound] as const),
  ...internal.map((word) => [word, CallDirection.unknown] as const),
  ['2', CallDirection.inbound],
  ['1', CallDirection.outbound],
  ['0', CallDirection.unknown],
]);
/** What a name writes for a direction besides the words. */
export const directionSigns: ReadonlyMap<string, number> = new Map<string, number>([
  ['i', CallDirection.inbound],
  ['↓', CallDirection.inbound],
  ['o', CallDirection.outbound],
  ['↑', CallDirection.outbound],
]);

/** What stands for a number that was not sent. */
export const withheld: ReadonlySet<string> = new Set([
  ...(['', '-', 'anonymous', 'unknown', 'private', 'withheld', 'restricted', 'unavailable', 'blocked'] as const),
  ...(['n/a', 'null', 'none', 'anonym', 'unbekannt'] as const),
]);

/** Words for the side of a call that a file of one channel has: of each pair, first the agent's side. */
export const legPairs = [
  ['out', 'in'],
  ['tx', 'rx'],
  ['agent', 'customer'],
  ['callee', 'caller'],
  ['left', 'right'],
  ['b', 'a'],
  ['2', '1'],
] as const;

const months = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar', 'feber'],
  ['march', 'märz', 'maerz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
];
/** Names of months in English and German, folded, to the number of the month. */
export const monthNames: ReadonlyMap<string, number> = new Map(
  months.flatMap((names, n) => names.map((name) => [name, n + 1] as const)),
);
/** Their first three letters, in German also those with an umlaut written out. */
export const monthShorts: ReadonlyMap<string, number> = new Map([
  ...[...monthNames].map(([name, month]) => [name.slice(0, 3), month] as const),
  ['sept', 9],
  ['mrz', 3],
]);
