import type { Call } from '@shared/contract/calls';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { keepPerUser } from '../../core/own-store';
import { type Failure, failureOf, noAudio } from './failure';
import { showFrame, shownPosition } from './frames';
import { type Heard, hear, setLoudness } from './graph';
import { loopWithin, shortestLoopMs } from './loop-edges';
import { pastSilence, type Span } from './peaks';
import { Playback } from './playback';
import { type Track, tracksOf } from './tracks';

type PlayerStatus = 'empty' | 'loading' | 'ready' | 'failed';

type State = {
  call: Call | null;
  call_id: string | null;
  tracks: Track[];
  status: PlayerStatus;
  /** Set while status is `failed`. */
  failure: Failure | null;
  playing: boolean;
  /** Set at most ten times a second. Elements that move by frame use `onFrame`. */
  position_ms: number;
  /** The position of the last seek or stop. Screen readers get this one, so that playback is not announced. */
  settled_ms: number;
  /** How often the position was set, also to where it was. */
  seeks: number;
  duration_ms: number;
  /** The silences of this call that may be skipped. */
  silences: Span[];
  /** The region that is repeated. */
  loop: Span | null;
  /** The first edge of a region whose other edge is still to be set. */
  loop_from: number | null;
  /** A region that is being dragged. It is repeated once it is dropped. */
  loop_drag: Span | null;
  /** The first edge of a region that the next note is to be about, and that region. */
  region_from: number | null;
  region: Span | null;
};

/** `offersSilence`: the selected call of the list, which Play would take into an empty deck, has no audio. */
type Offered = { offersSilence: boolean };

/** `heard` ends with its call: who scores the next one hears both sides. */
type Listening = { heard: Heard };

/** Whether its user has closed the deck. It opens with the next call. */
type Closed = { isClosed: boolean };

/** Kept for the next call and the next start, per user. */
type Kept = { rate: number; volume: number; muted: boolean; skips_silence: boolean };
const keptAtFirst: Kept = { rate: 1, volume: 1, muted: false, skips_silence: false };

type Actions = {
  /**
   * Loads a call into the deck, at its start or a position, and stops the previous one. The same call continues where
   * it is, with what has changed in it.
   */
  load: (call: Call, options?: { play?: boolean; position_ms?: number }) => void;
  /** Takes in a call that has changed, if it is the one in the deck. With other files, it continues at its position. */
  takeIn: (call: Call) => void;
  /** Empties the deck. */
  unload: () => void;
  /** Empties the deck and takes it away, until a call is loaded. */
  close: () => void;
  /** Retries a failed call at its position. */
  retry: () => void;
  /** Plays or pauses; retries a failed call. */
  toggle: () => void;
  play: () => void;
  pause: () => void;
  /** Also moves a failed call, so that a retry can start past the damage. */
  seek: (position_ms: number) => void;
  /** Moves forward by this amount, or back if negative. */
  skip: (by_ms: number) => void;
  /** 0.5 to 3 in steps of 0.05; the pitch does not change. */
  setRate: (rate: number) => void;
  /** 0 to 2; above 1 a limiter is used. */
  setVolume: (volume: number) => void;
  setMuted: (muted: boolean) => void;
  /** Plays only this speaker, or both again if it was already alone. */
  solo: (speaker: Heard) => void;
  hearBoth: () => void;
  setSkipsSilence: (skips: boolean) => void;
  setSilences: (silences: Span[]) => void;
  /** Repeats a region as far as it is in the call, from its start if the position is outside; null ends the loop. */
  setLoop: (loop: Span | null) => void;
  /** Shows a region that is being dragged; null gives it up. */
  dragLoop: (region: Span | null) => void;
  /** Repeats the region that was dragged. */
  dropLoop: () => void;
  /** Sets the first edge of a loop here, then the other one, then ends the loop. */
  markLoop: () => void;
  /** Sets the first edge of a region for a note here, then the other one. */
  markRegion: () => void;
};

export type Player = State & Offered & Listening & Closed & Kept & Actions;

export const rates = { min: 0.5, max: 3, step: 0.05 } as const;
const storeEveryMs = 100;
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

const nothing: State = {
  call: null,
  call_id: null,
  tracks: [],
  status: 'empty',
  failure: null,
  playing: false,
  position_ms: 0,
  settled_ms: 0,
  seeks: 0,
  duration_ms: 0,
  silences: [],
  loop: null,
  loop_from: null,
  loop_drag: null,
  region_from: null,
  region: null,
};

/** The sound of the call in the deck. Only one, and outside React, so that it continues when the deck moves. */
let playback: Playback | undefined;
let asking = new AbortController();
let toldAt = 0;
/** How often the call was loaded again by itself after a failure. */
let reloads = 0;
const mostReloads = 3;
const reloadAfterMs = 250;

function release(): void {
  playback?.release();
  playback = undefined;
}

function stop(): void {
  asking.abort();
  asking = new AbortController();
  release();
}

/** The player: the loaded call, its position, and how it is heard. */
export const usePlayer = create<Player>()(
  persist(
    (set, get) => {
      const settle = (position_ms: number) => {
        set(({ seeks }) => ({ position_ms, settled_ms: position_ms, seeks: seeks + 1 }));
        showFrame(position_ms);
      };

      const start = (call: Call, options: { play: boolean; position_ms: number }) => {
        stop();
        const { rate, volume, muted } = get();
        setLoudness(muted ? 0 : volume);
        const tracks = tracksOf(call);
        if (tracks.length === 0)
          return set({ ...nothing, call, call_id: call.call_id, status: 'failed', failure: noAudio });
        const made = new Playback(
          tracks,
          { rate, ...options },
          {
            onReady: () => set({ status: 'ready' }),
            onPlaying: (playing) => set({ playing, settled_ms: get().position_ms }),
            onPosition: (position_ms) => {
              showFrame(position_ms);
              const now = performance.now();
              if (now - toldAt >= storeEveryMs || position_ms >= get().duration_ms) {
                toldAt = now;
                set({ position_ms });
              }
              return get().skips_silence ? pastSilence(get().silences, position_ms) : null;
            },
            onHang: (track) => void doubt(call, track),
            onFailure: (track) => void fail(call, track),
          },
        );
        playback = made;
        set({
          ...nothing,
          call,
          call_id: call.call_id,
          tracks,
          status: 'loading',
          playing: options.play,
          duration_ms: made.duration_ms,
        });
        settle(options.position_ms);
      };

      /** Starts the call again where it is, with its silences and loop. */
      const startAgain = (call: Call, play: boolean) => {
        const { position_ms, silences, loop } = get();
        start(call, { play, position_ms });
        set({ silences });
        if (loop) get().setLoop(loop);
      };

      /**
       * A busy machine can make Chromium give up a file that it could play, even twice in a row. So the call is loaded
       * again, each time a little later.
       */
      const fail = async (call: Call, track: Track) => {
        const { signal } = asking;
        release();
        const failure = await failureOf(call, track, signal);
        if (signal.aborted) return;
        if (failure.kind !== 'unplayable' || reloads === mostReloads)
          return set({ status: 'failed', failure, playing: false });
        await new Promise((done) => setTimeout(done, reloads * reloadAfterMs));
        if (signal.aborted) return;
        reloads += 1;
        // The user may have paused or moved it meanwhile.
        startAgain(call, get().playing);
      };

      /** Waits for a slow disk, but fails if the service refuses the file or found it damaged. */
      const doubt = async (call: Call, track: Track) => {
        const { signal } = asking;
        const failure = await failureOf(call, track, signal);
        if (signal.aborted || !playback || failure.kind === 'unplayable') return;
        release();
        set({ status: 'failed', failure, playing: false });
      };

      return {
        ...nothing,
        offersSilence: false,
        isClosed: false,
        heard: 'both',
        ...keptAtFirst,

        load: (call, { play = false, position_ms = 0 } = {}) => {
          const { call_id, status } = get();
          set({ isClosed: false });
          if (call.call_id !== call_id) get().hearBoth();
          if (call.call_id !== call_id || status === 'failed') {
            reloads = 0;
            start(call, { play, position_ms });
            return;
          }
          get().takeIn(call);
          if (play) get().play();
        },
        takeIn: (call) => {
          const { call_id, tracks, playing, position_ms, loop } = get();
          if (call.call_id !== call_id) return;
          if (JSON.stringify(tracksOf(call)) === JSON.stringify(tracks)) return set({ call });
          start(call, { play: playing, position_ms });
          if (loop) get().setLoop(loop);
        },
        unload: () => {
          stop();
          get().hearBoth();
          set(nothing);
        },
        close: () => {
          get().unload();
          set({ isClosed: true });
        },
        retry: () => {
          const { call } = get();
          reloads = 0;
          if (call) startAgain(call, true);
        },
        toggle: () => (get().playing ? get().pause() : get().play()),
        play: () => {
          if (get().status === 'failed') get().retry();
          else if (playback) playback.play();
          else set(({ call }) => ({ playing: call !== null }));
        },
        pause: () => (playback ? playback.pause() : set({ playing: false })),
        seek: (position_ms) => {
          const there = clamp(position_ms, 0, get().duration_ms);
          playback?.seek(there);
          settle(there);
        },
        skip: (by_ms) => get().seek(get().position_ms + by_ms),
        setRate: (wanted) => {
          const rate = Math.round(clamp(wanted, rates.min, rates.max) / rates.step) * rates.step;
          const rounded = Number(rate.toFixed(2));
          playback?.setRate(rounded);
          set({ rate: rounded });
        },
        setVolume: (wanted) => {
          const volume = clamp(wanted, 0, 2);
          setLoudness(volume);
          set({ volume, muted: false });
        },
        setMuted: (muted) => {
          setLoudness(muted ? 0 : get().volume);
          set({ muted });
        },
        hearBoth: () => {
          hear('both');
          set({ heard: 'both' });
        },
        solo: (speaker) => {
          const heard = get().heard === speaker ? 'both' : speaker;
          hear(heard);
          set({ heard });
        },
        setSkipsSilence: (skips_silence) => set({ skips_silence }),
        setSilences: (silences) => set({ silences }),
        setLoop: (region) => {
          const loop = region && loopWithin(region, get().duration_ms);
          playback?.repeat(loop);
          set({ loop, loop_from: null, loop_drag: null });
          const at_ms = shownPosition();
          if (loop && (at_ms < loop.start_ms || at_ms >= loop.end_ms)) get().seek(loop.start_ms);
        },
        dragLoop: (region) => set({ loop_drag: region && loopWithin(region, get().duration_ms) }),
        dropLoop: () => {
          const { loop_drag, setLoop } = get();
          if (loop_drag) setLoop(loop_drag);
        },
        markLoop: () => {
          const { loop, loop_from } = get();
          const at_ms = shownPosition();
          if (loop) return get().setLoop(null);
          if (loop_from === null) return set({ loop_from: at_ms });
          const span = { start_ms: Math.min(loop_from, at_ms), end_ms: Math.max(loop_from, at_ms) };
          if (span.end_ms - span.start_ms >= shortestLoopMs) get().setLoop(span);
        },
        markRegion: () => {
          const { region_from } = get();
          const at_ms = shownPosition();
          if (region_from === null) return set({ region_from: at_ms, region: null });
          const region = { start_ms: Math.min(region_from, at_ms), end_ms: Math.max(region_from, at_ms) };
          if (region.end_ms - region.start_ms >= shortestLoopMs) set({ region, region_from: null });
        },
      };
    },
    {
      name: 'earshot.player',
      skipHydration: true,
      partialize: ({ rate, volume, muted, skips_silence }): Kept => ({ rate, volume, muted, skips_silence }),
      merge: (kept, current) => ({ ...current, ...keptAtFirst, ...(kept as Partial<Kept>) }),
    },
  ),
);
keepPerUser('player', usePlayer);
