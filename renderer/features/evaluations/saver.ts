import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { isRefusal } from '../../api/refusal';
import type { Answer } from '../scorecard';

export type Change = Partial<Answer>;
/** An evaluation as the service has it, and its version. */
export type Saved = { report: EvaluationReport; version: string | null };
/** `waiting`: the service does not respond, and is asked again. */
export type SaveState = 'saved' | 'saving' | 'waiting';

export type Doors = {
  /** Changes one answer or comment of the evaluation in this version. */
  send: (name: string, change: Change, version: string | null) => Promise<Saved>;
  read: () => Promise<Saved>;
  /** The state has changed. At first, everything is saved. */
  onState: (state: SaveState) => void;
  onSaved: (saved: Saved) => void;
  /** A change that the service does not take, and why. It is not pending anymore. */
  onRefused: (name: string, change: Change, error: unknown) => void;
};

const pausesMs = [500, 1_000, 2_000, 5_000];
const mayPass = (error: unknown) => isRefusal(error, 0, 408, 429, 500, 502, 503, 507);

/**
 * Saves answers and comments, each under its name, one after another, in the order in which they were first given. A change is kept until the service has
 * acknowledged it: if the service does not respond, it is sent again, with what was given since. Someone else's change of
 * the evaluation changes its version (412), but never the answer to the same question, which is the evaluator's alone.
 */
export class AnswerSaver {
  private readonly doors: Doors;
  private currentVersion: string | null;
  private unsent = new Map<string, Change>();
  private sent: [string, Change] | undefined;
  private run: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hurry: (() => void) | undefined;
  private isStopped = false;
  private state: SaveState = 'saved';

  constructor(version: string | null, doors: Doors) {
    this.currentVersion = version;
    this.doors = doors;
  }

  get version(): string | null {
    return this.currentVersion;
  }

  /** The changes that are not acknowledged yet, by name. */
  get pending(): [string, Change][] {
    const left = new Map(this.unsent);
    if (this.sent) left.set(this.sent[0], { ...this.sent[1], ...left.get(this.sent[0]) });
    return [...left];
  }

  /** Takes a change, and saves it at once or after a pause in typing. */
  give(name: string, change: Change, pauseMs = 0): void {
    this.unsent.set(name, { ...this.unsent.get(name), ...change });
    this.say('saving');
    clearTimeout(this.timer);
    if (pauseMs === 0) this.start();
    else this.timer = setTimeout(() => this.start(), pauseMs);
  }

  /** Forgets a change that is not sent yet. */
  drop(name: string): void {
    this.unsent.delete(name);
  }

  /** Saves everything now. Something is left if the session has ended. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.hurry?.();
    this.start();
    await this.run;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.hurry?.();
  }

  private say(state: SaveState): void {
    if (state === this.state) return;
    this.state = state;
    this.doors.onState(state);
  }

  private start(): void {
    if (this.run || this.unsent.size === 0) return;
    this.run = this.work().finally(() => {
      this.run = undefined;
    });
  }

  private async work(): Promise<void> {
    for (let failures = 0; !this.isStopped; ) {
      const [first] = this.unsent;
      if (!first) break;
      this.sent = first;
      this.unsent.delete(first[0]);
      try {
        const saved = await this.doors.send(...first, this.currentVersion);
        // What arrives after the end of the session is not for the next one.
        if (this.isStopped) return;
        this.sent = undefined;
        this.currentVersion = saved.version;
        failures = 0;
        this.doors.onSaved(saved);
      } catch (error) {
        failures += 1;
        if (!(await this.mayGoOn(first, error, failures))) return;
      }
    }
    if (this.pending.length === 0) this.say('saved');
  }

  /** Puts a change that is not saved in front of the others, below what was given since. */
  private takeBack([name, change]: [string, Change]): void {
    this.sent = undefined;
    const newer = this.unsent.get(name);
    this.unsent.delete(name);
    this.unsent = new Map([[name, { ...change, ...newer }], ...this.unsent]);
  }

  /** Whether to send the next change, once it is time to: `sent` again, unless it was refused. */
  private async mayGoOn(sent: [string, Change], error: unknown, failures: number): Promise<boolean> {
    if (isRefusal(error, 412)) {
      const now = await this.doors.read().catch((failed: unknown) => ({ failed }));
      if ('failed' in now) return this.mayGoOn(sent, now.failed, failures);
      this.takeBack(sent);
      this.currentVersion = now.version;
      this.doors.onSaved(now);
      return true;
    }
    // The window is locked. The changes are kept for the same user (open-drafts.ts).
    const isLocked = isRefusal(error, 401);
    if (!isLocked && !mayPass(error)) {
      this.sent = undefined;
      this.doors.onRefused(...sent, error);
      return true;
    }
    this.takeBack(sent);
    if (isLocked) return false;
    this.say('waiting');
    await new Promise<void>((resolve) => {
      this.hurry = resolve;
      setTimeout(resolve, pausesMs[Math.min(failures, pausesMs.length) - 1]);
    });
    this.hurry = undefined;
    return true;
  }
}
