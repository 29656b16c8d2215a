import { type Reason, reason } from '@shared/reasons/reasons';
import { isRefusal, Refusal } from '../refusal';
import type { ByteSource } from './byte-source';
import { adpcmSamples, isAdpcm } from './formats/adpcm';
import type { Span } from './formats/blocks';
import { afterId3, chainBytes, firstFrame, isTag, tagBytesAt } from './mp3';
import { type StoredFormat, wavFormat } from './wav';

/** Sound without any header, of which only the name of the file says what it is. */
export type RawFormat = 'ulaw' | 'alaw' | 'sln' | 'sln16';

/** Where the sound of a WAV file is, or of one like it. Offsets and lengths in bytes, of sound whole blocks only. */
export type WavLayout = StoredFormat & {
  format: 'wav' | 'w64' | 'au' | 'gsm' | RawFormat;
  /** Samples per channel of all spans. */
  samples: number;
  /** The sound: several spans if the file has several data chunks, or another WAV file behind the first. */
  spans: Span[];
  /** Samples and lengths begin with their highest byte (RIFX). */
  isBigEndian: boolean;
  /** The offset of the first span. */
  data_offset: number;
  /** The length of all spans. */
  data_length: number;
  /** The header states more bytes than the file has. */
  truncated: boolean;
  /** Bytes of sound behind the end that the header states. */
  behindBytes: number;
  /** Bytes of sound in another format than the first, which are in no span. */
  unheardBytes: number;
  /** Bytes of another file behind the sound, which are no sound. */
  strayBytes: number;
  /** The sound is where every player looks for it. */
  isRegular: boolean;
  /**
   * The position of other chunks by name (for a list, including its kind: `LISTINFO`). The last chunk of a name wins.
   */
  chunks: Map<string, Span>;
};

// Without this limit, a large file of 8-byte chunks would take a hundred million reads.
const maxChunks = 1000;
// Streaming recorders write 0xFFFFFFFF, or a value just below 2^31, for an unknown length.
const streamedFrom = 0x7fff_f000;

const refused = (why: Reason) => new Refusal('InvalidRecord', why);

/** A WAV file, or one of several that follow one another in a file. `stated` is the length that the header states. */
type Riff = {
  kind: string;
  isBigEndian: boolean;
  /** The first one, by which players read the whole file. */
  fmt?: Buffer;
  longBytes?: number;
  /** Each with the `fmt ` chunk before it. */
  data: (Span & { stated: number; fmt: Buffer | undefined })[];
};

/** The position of a WAV file, behind any tags in front of it; undefined when there is none. */
export async function wavStart(source: ByteSource): Promise<number | undefined> {
  const position = await afterId3(source);
  return isRiff(await source.read(position, 12)) ? position : undefined;
}

const isRiff = (head: Buffer): boolean => /^(RIFF|RIFX|RF64|BW64).{4}WAVE/s.test(head.toString('latin1', 0, 12));

/**
 * Walks the chunks of a WAV file, which begins at `start`: RIFF, RIFX, or with lengths of 64 bits RF64 and BW64. A length
 * of 0 or 0xFFFFFFFF that was never filled in means "to the end", and so does one behind which no chunk begins: some
 * recorders rewrite it only now and then. Refused with InvalidRecord: no sound, an unsupported codec, or a header that contradicts itself.
 */
export async function wavLayout(source: ByteSource, start?: number): Promise<WavLayout> {
  const begin = start ?? (await wavStart(source)) ?? 0;
  const { riffs, ...walked } = await walk(source, begin);
  const [first] = riffs;
  if (!first?.fmt) throw refused(reason('wav_no_format'));
  const format = wavFormat(first.fmt, first.isBigEndian);
  const all = riffs.flatMap((riff) =>
    riff.data.map((part) => ({ ...part, isHeard: isAlike(riff, part, first, format) })),
  );
  // The first sound in another format than the first `fmt ` chunk: nobody can tell which of the two is meant.
  if (first.data[0] && !all[0]?.isHeard) throw refused(reason('wav_bad_format'));
  const data = all.filter(({ isHeard }) => isHeard);
  const spans = data
    .map(({ offset, length }, n) => ({ offset, length: length - unusable(format, length, n === data.length - 1) }))
    .filter(({ length }) => length > 0);
  if (!data[0] || !spans[0]) throw refused(reason('wav_no_data'));
  const data_length = bytesOf(spans);
  const isPlain =
    (first.kind === 'RIFF' || first.kind === 'RF64') && begin === 0 && riffs.length === 1 && data.length === 1;
  return {
    ...format,
    format: 'wav',
    spans,
    samples: await samplesIn(source, format, data_length, walked.chunks),
    isBigEndian: first.isBigEndian,
    data_offset: spans[0].offset,
    data_length,
    truncated: walked.truncated,
    behindBytes: Math.max(0, data_length - data[0].stated),
    unheardBytes: bytesOf(all.filter(({ isHeard }) => !isHeard)) + walked.unheardBytes,
    strayBytes: walked.strayBytes,
    isRegular: isPlain && all.length === 1 && walked.isPadded && data[0].length <= data[0].stated,
    chunks: walked.chunks,
  };
}

/** Bytes at the end of a span that are no whole block. A block of ADPCM may be cut at the end. */
function unusable({ codec, channels, block }: StoredFormat, length: number, isLast: boolean): number {
  const rest = length % block.bytes;
  return isAdpcm(codec) && isLast && adpcmSamples(codec, rest, channels) > 0 ? 0 : rest;
}

/** Samples per channel. A `fact` chunk counts if it says where in the last block of a compressed format the sound ends. */
async function samplesIn(
  source: ByteSource,
  { codec, channels, block }: StoredFormat,
  bytes: number,
  chunks: WavLayout['chunks'],
): Promise<number> {
  const rest = bytes % block.bytes;
  const inRest = rest > 0 && isAdpcm(codec) ? adpcmSamples(codec, rest, channels) : 0;
  const all = Math.floor(bytes / block.bytes) * block.samples + inRest;
  if (block.samples === 1) return all;
  const fact = await source.read(chunks.get('fact')?.offset ?? 0, chunks.has('fact') ? 4 : 0);
  const stated = fact.length < 4 ? all : fact.readUInt32LE(0);
  return stated < all && stated > all - (inRest || block.samples) ? stated : all;
}

const bytesOf = (spans: Span[]) => spans.reduce((sum, { length }) => sum + length, 0);

/** Whether a part of the sound has the format of the first file. */
function isAlike(riff: Riff, part: Riff['data'][number], first: Riff, format: StoredFormat): boolean {
  const { isBigEndian } = riff;
  const fmt = part.fmt ?? riff.fmt;
  if (!fmt || isBigEndian !== first.isBigEndian) return false;
  try {
    const other = wavFormat(fmt, isBigEndian);
    const isSame = (['codec', 'sample_rate', 'channels'] as const).every((name) => other[name] === format[name]);
    return isSame && other.block.bytes === format.block.bytes;
  } catch (cause) {
    if (isRefusal(cause)) return false;
    throw cause;
  }
}

async function walk(source: ByteSource, start: number) {
  const chunks: WavLayout['chunks'] = new Map();
  const riffs: Riff[] = [];
  let [position, truncated, isPadded] = [start, false, true];
  let fmt: Buffer | undefined;
  let [unheardBytes, strayBytes] = [0, 0];
  for (let count = 0; position + 8 <= source.size && count < maxChunks; count += 1) {
    const head = await source.read(position, 12);
    if (isRiff(head)) {
      const kind = head.toString('latin1', 0, 4);
      riffs.push({ kind, isBigEndian: kind === 'RIFX', data: [] });
      fmt = undefined;
      position += 12;
      continue;
    }
    const riff = riffs.at(-1);
    if (!riff) break;
    const [name, declared, offset] = [head.toString('latin1', 0, 4), lengthIn(head, riff), position + 8];
    const key = name === 'LIST' ? name + head.toString('latin1', 8) : name;
    const data = name === 'data' ? await dataChunk(source, offset, declared, riff) : undefined;
    if (data) {
      riff.data.push({ offset, length: data.length, stated: data.stated, fmt });
      truncated ||= data.isCut;
      const foreign = data.next - offset - data.length;
      if (data.behind === 'sound') unheardBytes += foreign;
      if (data.behind === 'other') strayBytes += foreign;
    } else {
      if (name === 'fmt ') {
        fmt = await source.read(offset, Math.min(declared, 64));
        riff.fmt ??= fmt;
      }
      if (name === 'ds64') riff.longBytes = await longLength(source, offset);
      if (riffs.length === 1) chunks.set(key, { offset, length: Math.min(declared, source.size - offset) });
    }
    const end = offset + (data?.length ?? declared);
    const next = data
      ? data.next
      : declared % 2 === 1 && (await chunkBehind(end, declared, (at) => isKnown(source, at)));
    position = next || padded(end, declared);
    isPadded &&= position === padded(end, declared) || position >= source.size;
  }
  return { riffs, chunks, truncated, isPadded, unheardBytes, strayBytes };
}

const lengthIn = (head: Buffer, { isBigEndian }: Pick<Riff, 'isBigEndian'>): number =>
  isBigEndian ? head.readUInt32BE(4) : head.readUInt32LE(4);

/** The length of the sound in a `ds64` chunk; undefined if it was never filled in. */
async function longLength(source: ByteSource, offset: number): Promise<number | undefined> {
  const bytes = await source.read(offset, 16);
  const length = bytes.length < 16 ? 0 : Number(bytes.readBigUInt64LE(8));
  return length > 0 && length < Number.MAX_SAFE_INTEGER ? length : undefined;
}

/** What a recorder or a program put behind the sound of a WAV file: an MP3, or a file of another kind. */
type Behind = 'sound' | 'other' | undefined;
type DataChunk = { length: number; stated: number; isCut: boolean; next: number; behind?: Behind };

/** The length of a data chunk, what its header states, and where the next chunk begins. */
async function dataChunk(source: ByteSource, offset: number, declared: number, riff: Riff): Promise<DataChunk> {
  const rest = source.size - offset;
  const toEnd = { length: rest, stated: rest, isCut: false, next: source.size };
  const stated = declared === 0xffff_ffff ? (riff.longBytes ?? declared) : declared;
  if (stated > rest) return stated >= streamedFrom && stated !== riff.longBytes ? toEnd : { ...toEnd, isCut: true };
  if (stated === 0 && !(await isChunk(source, offset, riff))) return toEnd;
  const end = offset + stated;
  const behind = await kindBehind(source, end);
  if (behind) return { length: stated, stated, isCut: false, next: await riffFrom(source, end), behind };
  const next = await chunkBehind(end, stated, (at) => isChunk(source, at, riff));
  if (next === undefined && !(await isFiller(source, end))) {
    const another = await riffFrom(source, end);
    return { length: another - offset, stated, isCut: false, next: another };
  }
  return { length: stated, stated, isCut: false, next: next ?? source.size };
}

/** How other kinds of files begin that were seen behind a recording. */
const otherFiles = ['\x89PNG', 'PK\x03\x04', '%PDF', '\xff\xd8\xff', 'GIF8'];

/** The kind of another file that begins exactly here. An MP3 may begin with a tag. */
async function kindBehind(source: ByteSource, at: number): Promise<Behind> {
  const head = await source.read(at, 10);
  if (otherFiles.some((begin) => head.toString('latin1').startsWith(begin))) return 'other';
  const from = at + tagBytesAt(head);
  const frame = await firstFrame(source, from, chainBytes);
  return frame?.position === from ? 'sound' : undefined;
}

const searchBytes = 2 ** 20;

/** Where another WAV file begins at or after `from`, or the end of this one. */
export async function riffFrom(source: ByteSource, from: number): Promise<number> {
  for (let start = from; start < source.size; start += searchBytes - 12) {
    const bytes = await source.read(start, searchBytes);
    for (let at = bytes.indexOf('RI'); at >= 0; at = bytes.indexOf('RI', at + 1)) {
      if (isRiff(bytes.subarray(at, at + 12))) return start + at;
    }
  }
  return source.size;
}

/** Chunks begin at even offsets from one another. */
const padded = (end: number, length: number) => end + (length % 2);

/** Where a chunk begins behind one of this length, whose padding may be missing; undefined when there is none. */
async function chunkBehind(end: number, length: number, isThere: (at: number) => Promise<boolean>) {
  for (const at of new Set([padded(end, length), end])) if (await isThere(at)) return at;
  return undefined;
}

/** Names of chunks that are also recognised if the file ends within them. */
const names =
  /^(RIFF|RIFX|RF64|BW64|LIST|data|fact|fmt |bext|iXML|aXML|axml|chna|cue |plst|smpl|inst|note|labl|id3 |ID3 |JUNK|junk|PAD |FLLR|PEAK|DISP|cart|umid|levl|_PMX|afsp|acid|minf|elm1|regn)/;

const isKnown = async (source: ByteSource, at: number): Promise<boolean> =>
  names.test((await source.read(at, 8)).toString('latin1'));

/** Whether a chunk or a tag begins here: one with a known name, or with any name if it fits into the file. */
async function isChunk(source: ByteSource, at: number, riff: Riff): Promise<boolean> {
  const head = await source.read(at, 12);
  if (head.length < 8) return head.length === 0;
  const fits = at + 8 + lengthIn(head, riff) <= source.size + 1;
  return names.test(head.toString('latin1')) || isTag(head) || (/^[ -~]{4}/.test(head.toString('latin1')) && fits);
}

/** At most as many bytes behind the sound are taken for the filler of a block of the disk, or for notes. */
const fillerBytes = 65_536;

/** Whether nothing but zeros or text follows, which no sound looks like for long. */
async function isFiller(source: ByteSource, at: number): Promise<boolean> {
  if (source.size - at > fillerBytes) return false;
  const rest = await source.read(at, fillerBytes);
  return rest.length < 8 || rest.every((byte) => byte === 0 || (byte >= 9 && byte <= 13) || (byte >= 32 && byte < 127));
}
