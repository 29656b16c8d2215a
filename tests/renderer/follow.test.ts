import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from '../../renderer/api/follow';

/** Node has no EventSource. This one has the responses that a test gives it. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static last: Source;
  readyState = 0;
  constructor(readonly url: string) {
    super();
    Source.last = this;
  }
  has(event: 'open' | 'error', readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event(event));
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}

const ignored = {
  onCall() {},
  onRecording() {},
  onNote() {},
  onEvaluation() {},
  onCalibration() {},
  onNotice() {},
  onImport() {},
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what was read before the stream of changes was there is read again', () => {
  const onReset = vi.fn();
  const stop = follow({ ...ignored, onReset });
  expect(onReset).not.toHaveBeenCalled();

  Source.last.has('open', 1);

  expect(onReset).toHaveBeenCalledOnce();
  stop();
});

test('a stream that the browser resumes has missed nothing, and one that starts again may have', () => {
  const onReset = vi.fn();
  const stop = follow({ ...ignored, onReset });
  Source.last.has('open', 1);
  Source.last.has('error', 0);
  Source.last.has('open', 1);
  expect(onReset).toHaveBeenCalledOnce();

  const refused = Source.last;
  refused.has('error', Source.CLOSED);
  vi.advanceTimersByTime(10_000);
  expect(Source.last).not.toBe(refused);
  Source.last.has('open', 1);

  expect(onReset).toHaveBeenCalledTimes(2);
  stop();
});

test('a stream that was left does not start again', () => {
  const stop = follow({ ...ignored, onReset() {} });
  const left = Source.last;
  left.has('error', Source.CLOSED);
  stop();

  vi.advanceTimersByTime(60_000);

  expect(Source.last).toBe(left);
});
