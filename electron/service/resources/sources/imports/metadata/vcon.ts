import { basename } from 'node:path';
import { isObject } from '@shared/json-path';
import { type FileSource, fileSource } from '../../../../audio/byte-source';
import { type InsideRules, isInside, numbered } from './parties';

type Party = Record<string, unknown>;

/**
 * A vCon (draft-ietf-vcon-vcon-core), with the parties of each recording in it instead of their places in the list of parties:
 * `caller`, `called` and `agent`, and a `direction` where one of them is the agent, by role or by an inside number. Dialogs that
 * are no recordings are left out, and one that is in the vCon itself has the name of `bodiesOf` within the file at `path`. Any
 * other value as it is.
 */
export function withParties(value: unknown, inside: InsideRules, path: string): unknown {
  if (!isVcon(value)) return value;
  const parties = (Array.isArray(value.parties) ? value.parties : []).map((one): Party => (isObject(one) ? one : {}));
  const names = new Map([...bodiesOf(value)].map(([name, dialog]) => [dialog, name]));
  const dialog = value.dialog.filter(isRecording).map((one) => {
    const { body: _, ...told } = recordingOf(one, parties, inside);
    const name = names.get(one);
    return name === undefined ? told : { ...told, filename: within(basename(path), name), url: undefined };
  });
  return { ...value, dialog };
}

type Vcon = Record<string, unknown> & { dialog: unknown[] };
const isVcon = (value: unknown): value is Vcon =>
  isObject(value) && typeof value.vcon === 'string' && Array.isArray(value.dialog);

/** The dialogs of a vCon whose recordings are in it, by the names that these get: their own, otherwise by their places. */
function bodiesOf({ dialog }: Vcon): Map<string, Record<string, unknown>> {
  const bodies = new Map<string, Record<string, unknown>>();
  for (const [place, one] of dialog.entries()) {
    if (!isRecording(one) || typeof one.body !== 'string' || one.encoding !== 'base64url') continue;
    const own = typeof one.filename === 'string' ? (one.filename.split(/[\\/]/).at(-1) ?? '') : '';
    const ending = endings.find(([type]) => type.test(String(one.mediatype ?? one.mimetype ?? '')))?.[1] ?? 'wav';
    const name = own || `recording.${ending}`;
    bodies.set(bodies.has(name) || own === '' ? `${place + 1}-${name}` : name, one);
  }
  return bodies;
}

const endings = [
  [/mpeg/i, 'mp3'],
  [/ogg|opus/i, 'ogg'],
  [/webm/i, 'webm'],
  [/flac/i, 'flac'],
  [/mp4|m4a/i, 'm4a'],
] as const;

/** What stands between the path of a vCon and the name of a recording in it. */
const inner = '!/';
const within = (path: string, name: string): string => `${path}${inner}${name}`;

/** More than the largest file of call details that is read. */
const mostBytes = 64 * 1024 * 1024;
const headBytes = 4_096;

/** The paths of the recordings that are in the vCon at this path; none for any other file. */
export async function recordingsWithin(path: string): Promise<string[]> {
  if (!/\.json$/i.test(path)) return [];
  const source = await fileSource(path).catch(() => undefined);
  if (!source) return [];
  try {
    const head = source.size <= mostBytes ? (await source.read(0, headBytes)).toString('latin1') : '';
    return /"vcon"\s*:/.test(head) ? [...(await bodiesIn(source)).keys()].map((name) => within(path, name)) : [];
  } finally {
    await source.close();
  }
}

/** A recording: a file, or a part of a vCon by its path in `recordingsWithin`. Refused like `fileSource`. */
export async function openSound(path: string): Promise<FileSource> {
  const at = path.toLowerCase().lastIndexOf(`.json${inner}`);
  if (at < 0) return fileSource(path);
  const vcon = path.slice(0, at + '.json'.length);
  // A folder may have such a name.
  const file = await fileSource(vcon).catch(() => undefined);
  if (!file) return fileSource(path);
  const bodies = await bodiesIn(file).finally(() => file.close());
  const body = bodies.get(path.slice(vcon.length + inner.length))?.body;
  if (typeof body !== 'string') return fileSource(path);
  const bytes = Buffer.from(body, 'base64url');
  return {
    size: bytes.length,
    mtimeMs: file.mtimeMs,
    read: async (position, length) => bytes.subarray(position, position + length),
    close: async () => {},
  };
}

async function bodiesIn(file: FileSource): Promise<Map<string, Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse((await file.read(0, file.size)).toString());
    return isVcon(value) ? bodiesOf(value) : new Map();
  } catch {
    return new Map();
  }
}

const isRecording = (one: unknown): one is Record<string, unknown> => isObject(one) && one.type === 'recording';

function recordingOf(
  { parties: places, originator, ...told }: Record<string, unknown>,
  all: readonly Party[],
  inside: InsideRules,
): Record<string, unknown> {
  const at = [places].flat(2).map(Number);
  const first = originator === undefined ? at[0] : Number(originator);
  const [caller, called] = [all[first ?? -1], all[at.find((place) => place !== first) ?? -1]];
  const both = [caller, called].filter((one) => one !== undefined);
  const isTheirs = (party: Party) => isInside(numberOf(party), inside);
  const insiders = both.filter(isTheirs);
  const agent =
    both.find(({ role }) => String(role).toLowerCase() === 'agent') ??
    (insiders.length === 1 ? insiders[0] : undefined);
  const direction = agent && (agent === caller ? 'outbound' : 'inbound');
  const shown = (party: Party | undefined) => ({ number: numberOf(party) ?? null, name: party?.name ?? null });
  return { ...told, caller: shown(caller), called: shown(called), agent: shown(agent), direction: direction ?? null };
}

const numberOf = (party: Party = {}): string | undefined =>
  [party.tel, party.sip].flatMap((one) => (typeof one === 'string' ? (numbered(one)?.number ?? []) : []))[0];
