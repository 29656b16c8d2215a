type Kind = 'short' | 'muting' | 'stream';

/** Streams have limits of their own (streams.ts). */
const most: Record<Kind, number> = { short: 64, muting: 64, stream: Number.POSITIVE_INFINITY };

/** Counts the requests at work at a door, and limits them by their kind. */
export class Places {
  private readonly taken: Record<Kind, number> = { short: 0, muting: 0, stream: 0 };

  /** What a new request holds: nothing yet. */
  place(): Place {
    return new Place(this.taken);
  }
}

/**
 * The place of one request. It is taken once the caller is known and the body has arrived, so that nobody without
 * credentials, and no slow sender, keeps others out.
 */
export class Place {
  private kind: Kind | undefined;
  private isOver = false;

  constructor(private readonly taken: Record<Kind, number>) {}

  get isHeld(): boolean {
    return this.kind !== undefined;
  }

  /** Takes a place instead of the one that is held; false when none is free. A request whose client has gone needs none. */
  take(kind: Kind): boolean {
    if (this.isOver) return true;
    if (this.taken[kind] >= most[kind]) return false;
    this.release();
    this.kind = kind;
    this.taken[kind]++;
    return true;
  }

  release(): void {
    if (this.kind) this.taken[this.kind]--;
    this.kind = undefined;
  }

  /** The response is sent, or its client has gone. */
  end(): void {
    this.release();
    this.isOver = true;
  }
}

const places = new WeakMap<Request, Place>();

/** The place of a request; undefined at the window's door, which has no limit. */
export const placeOf = (request: Request): Place | undefined => places.get(request);

/** Gives a request its place. */
export const givePlace = (request: Request, place: Place): void => void places.set(request, place);
