import { type Reason, reason } from '@shared/reasons/reasons';
import { isAnswered } from './details';
import { FileIndex, type Match } from './file-index';
import { inParts } from './in-parts';
import { fileOf, type PlacedRecord } from './match';
import type { FileRecord } from './metadata/record';
import type { Records } from './records-job';
import type { Found } from './scan-job';

/**
 * A file of call records that was read: the number of its records, of those that name no recording, and the places of
 * those that describe one.
 */
type ReadFile = { file: Found; records: number; bare: number; own: Set<number> };
/**
 * Records that describe no recording, or one that another record describes already: then `file` is that recording. With
 * a fault, the other records of its file could not be read again.
 */
type Rest = {
  bare: PlacedRecord[];
  repeated: { record: PlacedRecord; file: Found }[];
  fault?: { file: Found; reason: Reason };
};
/** The parts of a file, in order. The last one has its fault if it cannot be read. */
type Parts = (file: Found) => AsyncGenerator<Records>;

/**
 * The call records of an import. There may be millions, so only those that describe one of its recordings are kept:
 * the files are read once for them, and a second time for the rest.
 */
export class CallRecords {
  /** The record of each recording that has one. */
  readonly owners = new Map<Found, PlacedRecord>();
  /** The number of records, and of those that name none of the recordings. */
  readonly count = { records: 0, bare: 0 };
  private readonly read = new Map<string, ReadFile>();

  private constructor(
    private readonly index: FileIndex,
    private readonly parts: Parts,
  ) {}

  static async of(audio: Found[], parts: Parts): Promise<CallRecords> {
    return new CallRecords(await FileIndex.of(audio), parts);
  }

  /**
   * Reads a file for the records of recordings. Of several rows about one recording, the one that was answered describes
   * it. Returns why it cannot be read; then nothing of it counts.
   */
  async match(file: Found): Promise<Records['fault']> {
    /** The recordings of its records, with those that described them before. */
    const matched = new Map<Found, PlacedRecord | undefined>();
    const reading: ReadFile = { file, records: 0, bare: 0, own: new Set() };
    this.read.set(file.path, reading);
    for await (const { records, fault } of this.parts(file)) {
      if (fault !== undefined) {
        for (const [one, before] of matched) {
          if (before) this.own(one, before);
          else {
            this.index.release(one);
            this.owners.delete(one);
          }
        }
        this.read.delete(file.path);
        return fault;
      }
      for await (const some of inParts(records)) {
        for (const one of some) {
          const { record, found } = this.place(one, file, reading.records++);
          if (!found) reading.bare++;
          const before = found && this.owners.get(found.file);
          if (!found || (before && !describesBetter(record, before))) continue;
          if (!matched.has(found.file)) matched.set(found.file, before);
          if (before) this.read.get(before.origin.path)?.own.delete(before.origin.place as number);
          this.own(found.file, record);
        }
      }
    }
    this.count.records += reading.records;
    this.count.bare += reading.bare;
    return undefined;
  }

  /** Whether a file was read and has no records. */
  isEmpty(file: Found): boolean {
    return this.read.get(file.path)?.records === 0;
  }

  /** A record with its position and the recording that it names. */
  private place(record: FileRecord, { path, name }: Found, place: number): { record: PlacedRecord; found?: Match } {
    const placed: PlacedRecord = { ...record, origin: { path, place }, record_file: name };
    const found = fileOf(record, path, this.index);
    if (!found) return { record: placed };
    if ('candidates' in found) return { record: { ...placed, candidates: found.candidates } };
    if (found.isGuess && record.file !== null)
      placed.notes = [...record.notes, reason('note_other_ending', { name: record.file.slice(0, 200) })];
    return { record: placed, found };
  }

  /** Lets a record describe a recording. */
  private own(file: Found, record: PlacedRecord): void {
    this.owners.set(file, record);
    this.read.get(record.origin.path)?.own.add(record.origin.place as number);
  }

  /**
   * The other records, in parts. A file that has grown meanwhile ends where it ended before. If it has become shorter, or
   * cannot be read, it has a fault, and the records that are missing no longer count.
   */
  async *rest(): AsyncGenerator<Rest> {
    for (const read of this.read.values()) if (read.records > read.own.size) yield* this.restOf(read);
  }

  private async *restOf({ file, records, bare, own }: ReadFile): AsyncGenerator<Rest> {
    const missing = { records: records - own.size, bare };
    let place = 0;
    let fault: Records['fault'];
    for await (const part of this.parts(file)) {
      for await (const some of inParts(part.records)) {
        const rest: Rest = { bare: [], repeated: [] };
        for (const one of some) {
          if (++place > records || own.has(place - 1)) continue;
          const { record, found } = this.place(one, file, place - 1);
          if (found?.isRepeated) rest.repeated.push({ record, file: found.file });
          else rest.bare.push(record);
        }
        missing.records -= rest.bare.length + rest.repeated.length;
        missing.bare -= rest.bare.length;
        yield rest;
      }
      fault = part.fault;
      if (place >= records) break;
    }
    if (missing.records === 0) return;
    this.count.records -= missing.records;
    this.count.bare -= missing.bare;
    yield { bare: [], repeated: [], fault: { file, reason: fault ?? reason('file_changed') } };
  }
}

/** Whether a row was answered, and the row of the same call that describes the recording so far was not. */
function describesBetter(record: PlacedRecord, before: PlacedRecord): boolean {
  if (isAnswered(before) !== false || isAnswered(record) !== true) return false;
  return (['protocol_call_id', 'protocol_tracking_id'] as const).some((id) => {
    const [now, known] = [record.fields[id], before.fields[id]];
    return !now || !known || now === known;
  });
}
