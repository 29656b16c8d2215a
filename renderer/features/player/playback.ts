import { rest } from './graph';
import { Sound } from './sound';
import type { Track } from './tracks';

export type Report = {
  onReady: (duration_ms: number) => void;
  onPlaying: (playing: boolean) => void;
  /** The position by frame while it plays. Answer with another one to go there. */
  onPosition: (position_ms: number) => number | null;
  onFailure: (track: Track) => void;
};

/** Two legs further apart than this are brought together again. */
const driftMs = 90;

/**
 * One call as sound: all its tracks on one timeline, in step. Made with loading, ended with `release()`; after that
 * it says nothing more.
 */
export class Playback {
  #sounds: Sound[];
  #report: Report;
  #at_ms: number;
  #waiting: number;
  #wanted: boolean;
  #frame = 0;
  #aligned_at = 0;

  constructor(tracks: readonly Track[], start: { rate: number; position_ms: number; play: boolean }, report: Report) {
    this.#report = report;
    this.#at_ms = start.position_ms;
    this.#wanted = start.play;
    this.#waiting = tracks.length;
    this.#sounds = tracks.map((track) => {
      const sound: Sound = new Sound(track, start.rate, {
        onReady: () => this.#ready(),
        onTime: () => this.#advance(),
        onOutside: (playing) => (playing ? this.play() : this.pause()),
        onEnd: () => this.#ended(sound),
        onFailure: () => report.onFailure(track),
      });
      return sound;
    });
  }

  get duration_ms(): number {
    return Math.max(0, ...this.#sounds.map((sound) => endOf(sound)));
  }

  play(): void {
    this.#wanted = true;
    if (this.#at_ms >= this.duration_ms - 20) this.#at_ms = 0;
    if (this.#waiting === 0) this.#start();
    this.#report.onPlaying(true);
  }

  pause(): void {
    this.#wanted = false;
    cancelAnimationFrame(this.#frame);
    for (const sound of this.#sounds) sound.pause();
    rest();
    this.#report.onPlaying(false);
  }

  seek(position_ms: number): void {
    this.#at_ms = position_ms;
    if (this.#waiting > 0) return;
    if (this.#wanted) this.#start();
    else for (const sound of this.#sounds) sound.seek(position_ms - sound.track.offset_ms);
  }

  setRate(rate: number): void {
    for (const sound of this.#sounds) sound.setRate(rate);
  }

  release(): void {
    this.#wanted = false;
    cancelAnimationFrame(this.#frame);
    for (const sound of this.#sounds) sound.release();
    this.#sounds = [];
    rest();
  }

  #ready(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#report.onReady(this.duration_ms);
    this.seek(Math.min(this.#at_ms, this.duration_ms));
  }

  /** Brings every track to the position and starts those that sound there. */
  #start(): void {
    for (const sound of this.#sounds) {
      const local_ms = this.#at_ms - sound.track.offset_ms;
      if (Math.abs(sound.position_ms - local_ms) > 1 || !sound.playing) sound.seek(local_ms);
      if (local_ms >= 0 && this.#at_ms < endOf(sound)) sound.play();
      else sound.pause();
    }
    this.#loop();
  }

  #loop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#advance();
      if (this.#wanted) this.#loop();
    });
  }

  #advance(): void {
    if (!this.#wanted || this.#waiting > 0) return;
    const lead = this.#lead();
    if (lead && !lead.element.seeking) this.#at_ms = lead.track.offset_ms + lead.position_ms;
    const elsewhere = this.#report.onPosition(this.#at_ms);
    if (elsewhere !== null) this.seek(elsewhere);
    else if (this.#sounds.length > 1) this.#align(lead);
  }

  /** The playing track that lasts longest: its clock is the call's. */
  #lead(): Sound | undefined {
    return this.#sounds.filter((sound) => sound.playing).sort((a, b) => endOf(b) - endOf(a))[0];
  }

  #align(lead: Sound | undefined): void {
    const now = performance.now();
    for (const sound of this.#sounds) {
      const local_ms = this.#at_ms - sound.track.offset_ms;
      if (sound === lead || local_ms < 0 || this.#at_ms >= endOf(sound) - driftMs) continue;
      if (!sound.playing) {
        sound.seek(local_ms);
        sound.play();
      } else if (Math.abs(sound.position_ms - local_ms) > driftMs && now - this.#aligned_at > 500) {
        this.#aligned_at = now;
        sound.seek(local_ms);
      }
    }
  }

  #ended(sound: Sound): void {
    this.#at_ms = Math.max(this.#at_ms, endOf(sound));
    if (this.#sounds.some((other) => other.playing)) return;
    this.#at_ms = this.duration_ms;
    this.#report.onPosition(this.#at_ms);
    this.pause();
  }
}

const endOf = (sound: Sound): number => sound.track.offset_ms + sound.duration_ms;
