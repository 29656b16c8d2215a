import { type Reason, reason } from '@shared/reasons/reasons';
import { FileIndex } from './file-index';
import { inParts } from './in-parts';
import { fileOf, type PlacedRecord } from './match';
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
  private readonly read: ReadFile[] = [];

  private constructor(
    private readonly index: FileIndex,
    private readonly parts: Parts,
  ) {}

  static async of(audio: Found[], parts: Parts): Promise<CallRecords> {
    return new CallRecords(await FileIndex.of(audio), parts);
  }

  /** Reads a file for the records of recordings. Returns why it cannot be read; then nothing of it counts. */
  async match(file: Found): Promise<Records['fault']> {
    const matched: Found[] = [];
    const reading: ReadFile = { file, records: 0, bare: 0, own: new Set() };
    for await (const { records, fault } of this.parts(file)) {
      if (fault !== undefined) {
        for (const one of matched) {
          this.index.release(one);
          this.owners.delete(one);
        }
        return fault;
      }
      for await (const some of inParts(records)) {
        for (const one of some) {
          const record = placed(one, file, reading.records++);
          const found = fileOf(record, this.index);
          if (!found) reading.bare++;
          if (!found || found.isRepeated) continue;
          this.owners.set(found.file, record);
          matched.push(found.file);
          reading.own.add(record.origin.place as number);
        }
      }
    }
    this.read.push(reading);
    this.count.records += reading.records;
    this.count.bare += reading.bare;
    return undefined;
  }

  /**
   * The other records, in parts. A file that has grown meanwhile ends where it ended before. If it has become shorter, or
   * cannot be read, it has a fault, and the records that are missing no longer count.
   */
  async *rest(): AsyncGenerator<Rest> {
    for (const read of this.read) if (read.records > read.own.size) yield* this.restOf(read);
  }

  private async *restOf({ file, records, bare, own }: ReadFile): AsyncGenerator<Rest> {
    const missing = { records: records - own.size, bare };
    let place = 0;
    let fault: Records['fault'];
    for await (const part of this.parts(file)) {
      for await (const some of inParts(part.records)) {
        const rest: Rest = { bare: [], repeated: [] };
        for (const one of some) {
          const record = placed(one, file, place++);
          if (place > records || own.has(place - 1)) continue;
          const found = fileOf(record, this.index);
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

const placed = (record: Records['records'][number], { path, name }: Found, place: number): PlacedRecord => ({
  ...record,
  origin: { path, place },
  record_file: name,
});
