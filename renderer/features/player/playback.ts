import { closeGate, openGate, rest } from './graph';
import type { Span } from './peaks';
import { Sound } from './sound';
import { endOf, lengthOf, type Track } from './tracks';

export type Report = {
  onReady: () => void;
  onPlaying: (playing: boolean) => void;
  /** Reports the position at each frame during playback. Return another position to jump there. */
  onPosition: (position_ms: number) => number | null;
  /** No data arrives for a track at the position. Repeated every second until it does. */
  onHang: (track: Track) => void;
  onFailure: (track: Track) => void;
};

/** A region that ends in less than this is watched by a timer, because frames are too far apart for its end. */
const nearEndMs = 120;

/** In a hidden window, the position is known every 250 ms. The graph is told before that where the region ends. */
const closesAheadMs = 400;

/** Two legs that are further apart than this are synchronised again. */
const driftMs = 90;

/**
 * Plays one call: its tracks on one timeline, synchronised. Only the tracks at the position and the next one are
 * loaded, so that a call may have any number of files. Loads when created; reports nothing after `release()`.
 */
export class Playback {
  readonly duration_ms: number;
  private tracks: readonly Track[];
  private sounds = new Map<Track, Sound>();
  private broken = new Set<Track>();
  private report: Report;
  private rate: number;
  private at_ms: number;
  private wanted: boolean;
  private frame = 0;
  private aligned_at = 0;
  private region: Span | null = null;
  private turn: ReturnType<typeof setTimeout> | undefined;
  private isClosing = false;

  constructor(tracks: readonly Track[], start: { rate: number; position_ms: number; play: boolean }, report: Report) {
    this.duration_ms = lengthOf(tracks);
    this.tracks = tracks;
    this.report = report;
    this.rate = start.rate;
    this.at_ms = Math.min(start.position_ms, this.duration_ms);
    this.wanted = start.play;
    this.load();
  }

  play(): void {
    this.wanted = true;
    if (this.at_ms >= this.duration_ms - 20) this.at_ms = 0;
    this.start();
    this.report.onPlaying(true);
  }

  pause(): void {
    this.wanted = false;
    cancelAnimationFrame(this.frame);
    for (const sound of this.sounds.values()) sound.pause();
    this.open();
    rest();
    this.report.onPlaying(false);
  }

  /** The end is handled separately: no element seeks to its end, because some decoders fail there. */
  seek(position_ms: number): void {
    this.at_ms = Math.min(position_ms, this.duration_ms);
    if (this.at_ms === this.duration_ms) this.pause();
    else if (this.wanted) this.start();
    else this.settle();
  }

  setRate(rate: number): void {
    this.rate = rate;
    for (const sound of this.sounds.values()) sound.setRate(rate);
  }

  /** Repeats a region: playback that reaches its end from within continues at its start. */
  repeat(region: Span | null): void {
    this.region = region;
    clearTimeout(this.turn);
    this.open();
  }

  release(): void {
    this.wanted = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.turn);
    for (const sound of this.sounds.values()) sound.release();
    this.sounds.clear();
    this.open();
    rest();
  }

  private sounding(): Track[] {
    const at_ms = Math.min(this.at_ms, this.duration_ms - 1);
    return this.tracks.filter((track) => track.offset_ms <= at_ms && at_ms < endOf(track));
  }

  /** Keeps the tracks at the position and the next one, and releases all others. */
  private load(): void {
    const next = this.tracks.find((track) => track.offset_ms > this.at_ms);
    const due = new Set([...this.sounding(), ...(next ? [next] : [])]);
    for (const [track, sound] of this.sounds) {
      if (due.has(track)) continue;
      sound.release();
      this.sounds.delete(track);
    }
    for (const track of due) if (!this.sounds.has(track)) this.sounds.set(track, this.soundOf(track));
  }

  private soundOf(track: Track): Sound {
    return new Sound(track, this.rate, {
      onReady: () => this.ready(track),
      onTime: () => this.advance(),
      onOutside: (playing) => (playing ? this.play() : this.pause()),
      onEnd: () => this.ended(track),
      onHang: () => this.sounding().includes(track) && this.report.onHang(track),
      onFailure: () => {
        this.broken.add(track);
        this.reportBroken();
      },
    });
  }

  /** A broken file is reported once it is reached, so that the files before it can be heard. */
  private reportBroken(): boolean {
    const broken = this.sounding().find((track) => this.broken.has(track));
    if (broken) this.report.onFailure(broken);
    return broken !== undefined;
  }

  private get isReady(): boolean {
    return this.sounding().every((track) => this.sounds.get(track)?.ready);
  }

  /** A track that is loaded in advance has no effect, because the playing tracks must not move. */
  private ready(track: Track): void {
    if (!this.sounding().includes(track) || !this.isReady) return;
    this.report.onReady();
    if (this.wanted) this.start();
    else this.settle();
  }

  /** Moves the loaded tracks to the position without playing. */
  private settle(): void {
    this.load();
    for (const track of this.sounding()) this.sounds.get(track)?.seek(this.at_ms - track.offset_ms);
  }

  /** Moves every track to the position and starts those that sound there, once all of them are ready. */
  private start(): void {
    this.load();
    if (this.reportBroken()) return;
    const sounding = this.isReady ? this.sounding() : [];
    for (const [track, sound] of this.sounds) {
      if (!sounding.includes(track)) sound.pause();
      else {
        const local_ms = this.at_ms - track.offset_ms;
        if (Math.abs(sound.position_ms - local_ms) > 1 || !sound.playing) sound.seek(local_ms);
        sound.play();
      }
    }
    this.loop();
  }

  private loop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.advance();
      if (this.wanted) this.loop();
    });
  }

  private advance(): void {
    if (!this.wanted) return;
    const lead = this.lead();
    const before_ms = this.at_ms;
    if (lead && !lead.element.seeking) this.at_ms = positionOf(lead);
    const elsewhere = this.report.onPosition(this.at_ms);
    if (this.turnsBack(before_ms, elsewhere ?? this.at_ms)) return;
    if (elsewhere !== null) this.seek(elsewhere);
    else this.align(lead);
    // Until the element has moved, what is heard is from before the seek.
    if (!lead?.element.seeking) this.watchEnd();
  }

  /** Continues at the start of the region when playback leaves it over its end. Whether it did. */
  private turnsBack(from_ms: number, to_ms: number): boolean {
    const region = this.region;
    if (!region || from_ms < region.start_ms - nearEndMs || from_ms >= region.end_ms || to_ms < region.end_ms)
      return false;
    this.seek(region.start_ms);
    return true;
  }

  /** Turns playback back at the end of the region, and lets nothing be heard until it has turned. */
  private watchEnd(): void {
    clearTimeout(this.turn);
    const { end_ms } = this.region ?? { end_ms: Number.POSITIVE_INFINITY };
    const left_ms = (end_ms - this.at_ms) / this.rate;
    if (left_ms <= 0 || left_ms >= closesAheadMs) {
      this.open();
      return;
    }
    this.isClosing = true;
    closeGate(left_ms);
    if (left_ms < nearEndMs) this.turn = setTimeout(() => this.advance(), Math.max(2, left_ms));
  }

  private open(): void {
    if (this.isClosing) openGate();
    this.isClosing = false;
  }

  /** The playing track that ends last. Its clock is the clock of the call. */
  private lead(): Sound | undefined {
    const playing = [...this.sounds.values()].filter((sound) => sound.playing);
    return playing.sort((a, b) => endOf(b.track) - endOf(a.track))[0];
  }

  /** Starts a leg when its time has come, and synchronises legs that drift apart. */
  private align(lead: Sound | undefined): void {
    const now = performance.now();
    for (const track of this.sounding()) {
      const sound = this.sounds.get(track);
      const local_ms = this.at_ms - track.offset_ms;
      if (!lead || !sound?.ready || sound === lead || this.at_ms >= endOf(track) - driftMs) continue;
      if (!sound.playing) {
        sound.seek(local_ms);
        sound.play();
      } else if (Math.abs(sound.position_ms - local_ms) > driftMs && now - this.aligned_at > 500) {
        this.aligned_at = now;
        sound.seek(local_ms);
      }
    }
  }

  /** A track is over when its element has ended, even slightly before or after its length in the archive. */
  private ended(track: Track): void {
    const before_ms = this.at_ms;
    this.at_ms = Math.max(before_ms, endOf(track));
    if (this.turnsBack(before_ms, this.at_ms)) return;
    if ([...this.sounds.values()].some((other) => other.playing)) return;
    if (this.at_ms < this.duration_ms) this.start();
    else {
      this.report.onPosition(this.duration_ms);
      this.pause();
    }
  }
}

/** The position of a sound on the call's timeline; until it has ended, within its track. */
const positionOf = ({ track, position_ms }: Sound): number =>
  track.offset_ms + Math.min(position_ms, track.duration_ms - 1);
