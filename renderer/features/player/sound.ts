import { Howl, Howler } from 'howler';
import { release, route, wake } from './graph';
import type { Track } from './tracks';

/**
 * The one place that knows howler's insides (2.2.4). `_sounds[0]._node` is the audio element, `_html5AudioPool` where
 * the next one is taken from, `_clearSound` what empties one: it loads a `data:` address, which the CSP refuses.
 */
type HowlInside = { _sounds: { _node: HTMLAudioElement }[]; _clearSound: (node: HTMLAudioElement) => void };
type HowlerInside = { _html5AudioPool: HTMLAudioElement[] };

export type SoundEvents = {
  onReady: () => void;
  /** The element moved by itself or by a seek; comes also while the window is hidden. */
  onTime: () => void;
  /** Paused or started from outside, as by a media key. */
  onOutside: (playing: boolean) => void;
  onEnd: () => void;
  /** It should sound, and no bytes come; comes again every second until they do. */
  onHang: () => void;
  onFailure: () => void;
};

/** Chromium asks again for half a minute where the service broke off, before it reports an error. */
const hangAfterMs = 1000;

// The element's own output goes through our graph: howler must neither suspend the context nor refill its pool.
Howler.autoSuspend = false;
Howler.autoUnlock = false;

/**
 * Elements between two calls. They are used again: Chromium 130 never frees one that was taken into Web Audio
 * (20 of 20 alive after garbage collection, 0 of 20 without).
 */
const idle: HTMLAudioElement[] = [];

/**
 * An element for one call. All that is listened for until then ends with `signal`, because howler leaves listeners
 * behind (play() before canplaythrough) that would start the next call by themselves.
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

/** Chromium keeps what an address gave, a refusal too, and would not ask again: each load has an address of its own. */
let loads = 0;

/** One track as sound, playing through howler, until it is released. */
export class Sound {
  readonly element: HTMLAudioElement;
  readonly track: Track;
  #howl: Howl;
  #id: number | undefined;
  #ready = false;
  #wanted = false;
  /** Between howler's play and its event; what comes in between waits for that event, howler itself would lose it. */
  #starting = false;
  /** Where to go once started, in seconds. */
  #target: number | null = null;
  #rate: number;
  #hang: ReturnType<typeof setTimeout> | undefined;
  #listening = new AbortController();

  constructor(track: Track, rate: number, events: SoundEvents) {
    this.track = track;
    this.#rate = rate;
    const pool = (Howler as unknown as HowlerInside)._html5AudioPool;
    pool.splice(0, pool.length, elementFor(this.#listening.signal));
    this.#howl = new Howl({
      src: [`${track.url}#${++loads}`],
      format: [track.format],
      html5: true,
      preload: true,
      rate,
      onload: this.#unlessReleased(() => {
        this.#ready = true;
        events.onReady();
      }),
      onplay: this.#unlessReleased(() => this.#started()),
      onplayerror: this.#unlessReleased(() => {
        this.#starting = false;
        events.onOutside(false);
      }),
      onend: this.#unlessReleased(() => {
        this.#wanted = false;
        // howler ends without starting when it is to start at what it takes for the end
        this.#starting = false;
        events.onEnd();
      }),
      onloaderror: this.#unlessReleased(() => events.onFailure()),
    });
    const node = (this.#howl as unknown as HowlInside)._sounds[0]?._node;
    if (!node) throw new Error('howler keeps its audio element somewhere else than in 2.2.4');
    this.element = node;
    this.element.preservesPitch = true;
    route(this.element, track.lanes);
    node.addEventListener('timeupdate', () => events.onTime());
    for (const event of ['waiting', 'stalled']) node.addEventListener(event, () => this.#watch(events.onHang));
    node.addEventListener('pause', () => this.#wasStoppedOutside && events.onOutside(false));
    node.addEventListener('play', () => this.#wasStartedOutside && events.onOutside(true));
  }

  /** Whether it can be played and moved. */
  get ready(): boolean {
    return this.#ready;
  }

  get position_ms(): number {
    return this.element.currentTime * 1000;
  }

  get playing(): boolean {
    return this.#ready && this.#howl.playing() && !this.element.paused;
  }

  play(): void {
    this.#wanted = true;
    if (!this.#ready || this.#starting || this.#howl.playing()) return;
    this.#starting = true;
    wake();
    if (this.#howl.rate() !== this.#rate) this.#howl.rate(this.#rate);
    // always the same id: without one, howler may answer a second play() with a second element
    this.#id = this.#howl.play(this.#id);
  }

  pause(): void {
    this.#wanted = false;
    if (this.#ready && !this.#starting) this.#howl.pause();
  }

  seek(position_ms: number): void {
    const seconds = Math.max(0, position_ms / 1000);
    // While it plays, howl.seek() pauses and starts again (a click, and a pause pressed in between is lost)
    if (this.#starting) this.#target = seconds;
    else if (this.playing) this.element.currentTime = seconds;
    else if (this.#ready) this.#howl.seek(seconds);
  }

  setRate(rate: number): void {
    this.#rate = rate;
    // While it plays, howl.rate() starts a timer that ends the sound even after a seek; howler learns it at the next play
    if (this.playing) this.element.playbackRate = rate;
  }

  /** Stops, empties the element and forgets everything; nothing of it is heard or reported afterwards. */
  release(): void {
    this.#wanted = false;
    this.#howl.off();
    this.element.pause();
    (this.#howl as unknown as HowlInside)._clearSound = (node) => {
      node.removeAttribute('src');
      node.load();
    };
    this.#howl.unload();
    this.#listening.abort();
    clearTimeout(this.#hang);
    release(this.element);
    idle.push(this.element);
  }

  // Events come late: only what the element and howler still disagree about was not ours.
  get #wasStoppedOutside(): boolean {
    const { paused, ended, seeking } = this.element;
    return this.#wanted && paused && !ended && !seeking && !this.#starting && this.#howl.playing();
  }

  get #wasStartedOutside(): boolean {
    return !this.#wanted && !this.element.paused && !this.#starting && !this.#howl.playing();
  }

  #watch(onHang: () => void): void {
    clearTimeout(this.#hang);
    this.#hang = setTimeout(() => {
      if (!this.#wanted || this.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return;
      onHang();
      this.#watch(onHang);
    }, hangAfterMs);
  }

  /** howler's own events come a task later, also after the end of the sound. */
  #unlessReleased(act: () => void): () => void {
    return () => {
      if (!this.#listening.signal.aborted) act();
    };
  }

  #started(): void {
    this.#starting = false;
    if (this.#target !== null) this.element.currentTime = this.#target;
    this.#target = null;
    this.element.playbackRate = this.#rate;
    if (!this.#wanted) this.#howl.pause();
  }
}
