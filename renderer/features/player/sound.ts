import { Howl, Howler } from 'howler';
import { release, route, wake } from './graph';
import type { Track } from './tracks';

/**
 * The internals of howler (2.2.4), used only here. `_sounds[0]._node` is the audio element, `_html5AudioPool` is where
 * the next one is taken from, and `_clearSound` empties one: it loads a `data:` address, which the CSP refuses.
 */
type HowlInside = { _sounds: { _node: HTMLAudioElement }[]; _clearSound: (node: HTMLAudioElement) => void };
type HowlerInside = { _html5AudioPool: HTMLAudioElement[] };

export type SoundEvents = {
  onReady: () => void;
  /** The element moved, during playback or by a seek. Also called while the window is hidden. */
  onTime: () => void;
  /** Paused or started from outside, for example by a media key. */
  onOutside: (playing: boolean) => void;
  onEnd: () => void;
  /** It should play, but no data arrives. Repeated every second until it does. */
  onHang: () => void;
  onFailure: () => void;
};

/** If the service cuts a response, Chromium retries for half a minute before it reports an error. */
const hangAfterMs = 1000;

// The element's own output goes through our graph, so howler must neither suspend the context nor refill its pool.
Howler.autoSuspend = false;
Howler.autoUnlock = false;

/**
 * Elements that are not in use. They are reused, because Chromium 130 never frees one that was connected to Web Audio
 * (20 of 20 alive after garbage collection, 0 of 20 without).
 */
const idle: HTMLAudioElement[] = [];

/**
 * An element for one call. All of its listeners end with `signal`, because howler leaves listeners behind (play()
 * before canplaythrough) that would start the next call.
 */
function elementFor(signal: AbortSignal): HTMLAudioElement {
  const element = idle.pop() ?? new Audio();
  element.addEventListener = (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) =>
    EventTarget.prototype.addEventListener.call(element, type, listener, {
      ...(typeof options === 'object' ? options : { capture: options ?? false }),
      signal,
    });
  return element;
}

/**
 * Chromium caches the response of an address, even a refusal, and would not request it again, not even for the next user
 * of this window. Therefore each load has a new address.
 */
const newFragment = () => `#${crypto.randomUUID()}`;

/** One track, played through howler until it is released. */
export class Sound {
  readonly element: HTMLAudioElement;
  readonly track: Track;
  private howl: Howl;
  private id: number | undefined;
  private isLoaded = false;
  private wanted = false;
  /** True between howler's play and its event. Calls in between wait for that event, because howler would lose them. */
  private starting = false;
  /** The position to seek to once started, in seconds. */
  private target: number | null = null;
  private rate: number;
  private hang: ReturnType<typeof setTimeout> | undefined;
  private listening = new AbortController();

  constructor(track: Track, rate: number, events: SoundEvents) {
    this.track = track;
    this.rate = rate;
    const pool = (Howler as unknown as HowlerInside)._html5AudioPool;
    pool.splice(0, pool.length, elementFor(this.listening.signal));
    this.howl = new Howl({
      src: [track.url + newFragment()],
      // howler wants to know it in advance, because the address does not end in it.
      format: ['wav'],
      html5: true,
      preload: true,
      rate,
      onload: this.unlessReleased(() => {
        this.isLoaded = true;
        events.onReady();
      }),
      onplay: this.unlessReleased(() => this.started()),
      onplayerror: this.unlessReleased(() => {
        this.starting = false;
        events.onOutside(false);
      }),
      onend: this.unlessReleased(() => {
        this.wanted = false;
        // Howler ends without starting if it considers the position the end.
        this.starting = false;
        events.onEnd();
      }),
      onloaderror: this.unlessReleased(() => events.onFailure()),
    });
    const node = (this.howl as unknown as HowlInside)._sounds[0]?._node;
    if (!node) throw new Error('howler keeps its audio element somewhere else than in 2.2.4');
    this.element = node;
    this.element.preservesPitch = true;
    route(this.element, track.lanes);
    node.addEventListener('timeupdate', () => events.onTime());
    for (const event of ['waiting', 'stalled']) node.addEventListener(event, () => this.watch(events.onHang));
    node.addEventListener('pause', () => this.wasStoppedOutside && events.onOutside(false));
    node.addEventListener('play', () => this.wasStartedOutside && events.onOutside(true));
  }

  /** Whether it can play and seek. */
  get ready(): boolean {
    return this.isLoaded;
  }

  get position_ms(): number {
    return this.element.currentTime * 1000;
  }

  get playing(): boolean {
    return this.isLoaded && this.howl.playing() && !this.element.paused;
  }

  play(): void {
    this.wanted = true;
    // Also while it starts, because it may have been paused in between.
    wake();
    if (!this.isLoaded || this.starting || this.howl.playing()) return;
    this.starting = true;
    if (this.howl.rate() !== this.rate) this.howl.rate(this.rate);
    // Always the same id, because without one, howler may answer a second play() with a second element.
    this.id = this.howl.play(this.id);
  }

  pause(): void {
    this.wanted = false;
    if (this.isLoaded && !this.starting) this.howl.pause();
  }

  seek(position_ms: number): void {
    const seconds = Math.max(0, position_ms / 1000);
    // During playback, howl.seek() pauses and restarts, which clicks, and a pause in between is lost.
    if (this.starting) this.target = seconds;
    else if (this.playing) this.element.currentTime = seconds;
    else if (this.isLoaded) this.howl.seek(seconds);
  }

  setRate(rate: number): void {
    this.rate = rate;
    // During playback, howl.rate() starts a timer that ends the sound even after a seek. Howler gets the rate at the
    // next play.
    if (this.playing) this.element.playbackRate = rate;
  }

  /** Stops, empties the element and drops everything. Afterwards, nothing is heard or reported. */
  release(): void {
    this.wanted = false;
    this.howl.off();
    this.element.pause();
    (this.howl as unknown as HowlInside)._clearSound = (node) => {
      node.removeAttribute('src');
      node.load();
    };
    this.howl.unload();
    this.listening.abort();
    clearTimeout(this.hang);
    release(this.element);
    idle.push(this.element);
  }

  // Events arrive late, so only a state that differs between the element and howler came from outside.
  private get wasStoppedOutside(): boolean {
    const { paused, ended, seeking } = this.element;
    return this.wanted && paused && !ended && !seeking && !this.starting && this.howl.playing();
  }

  private get wasStartedOutside(): boolean {
    return !this.wanted && !this.element.paused && !this.starting && !this.howl.playing();
  }

  private watch(onHang: () => void): void {
    clearTimeout(this.hang);
    this.hang = setTimeout(() => {
      if (!this.wanted || this.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return;
      onHang();
      this.watch(onHang);
    }, hangAfterMs);
  }

  /** howler's own events arrive a task later, even after the release. */
  private unlessReleased(act: () => void): () => void {
    return () => {
      if (!this.listening.signal.aborted) act();
    };
  }

  private started(): void {
    this.starting = false;
    if (this.target !== null) this.element.currentTime = this.target;
    this.target = null;
    this.element.playbackRate = this.rate;
    if (!this.wanted) this.howl.pause();
  }
}
