import type { PageRecording } from '@shared/ipc';
import { Menu, type NativeImage, nativeImage, Tray } from 'electron';
import { faultOf, type Log } from '../service/log';
import type { wordsIn } from './words';

type Options = {
  words: () => ReturnType<typeof wordsIn>;
  /** Runs a command of the page. */
  run: (id: string) => void;
  open: () => void;
  log: Log;
};

/** An icon of the system while the page records: it shows the state, and pauses and stops without the window. */
export class RecordingTray {
  private tray: Tray | undefined;

  constructor(private readonly options: Options) {}

  /** Shows the state of a recording; null for none. A desktop without a place for icons shows nothing. */
  show(recording: PageRecording | null): void {
    try {
      if (recording) this.update(recording);
      else this.remove();
    } catch (cause) {
      this.options.log(faultOf(cause as Error), 'the state of the recording is not shown beside the clock');
    }
  }

  private update({ is_paused, may_pause }: PageRecording): void {
    const { words, run, open } = this.options;
    const { isPaused, isRecording, pause, resume, stop, open: openText } = words();
    const icon = is_paused ? bars : dot;
    this.tray ??= new Tray(icon).on('click', open);
    this.tray.setImage(icon);
    this.tray.setToolTip(is_paused ? isPaused : isRecording);
    this.tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: is_paused ? isPaused : isRecording, enabled: false },
        { label: is_paused ? resume : pause, enabled: may_pause, click: () => run('pauseRecording') },
        { label: stop, click: () => run('stopRecording') },
        { type: 'separator' },
        { label: openText, click: open },
      ]),
    );
  }

  private remove(): void {
    this.tray?.destroy();
    this.tray = undefined;
  }
}

const size = 32;
type Colour = readonly [blue: number, green: number, red: number];

/** A picture in one colour, at twice the size for high-resolution screens. `isIn` decides which points belong to it. */
function picture([blue, green, red]: Colour, isIn: (x: number, y: number) => boolean): NativeImage {
  const bytes = Buffer.alloc(4 * size * size);
  for (let at = 0; at < size * size; at += 1) {
    if (isIn((at % size) - size / 2 + 0.5, Math.floor(at / size) - size / 2 + 0.5))
      bytes.set([blue, green, red, 255], 4 * at);
  }
  return nativeImage.createFromBitmap(bytes, { width: size, height: size, scaleFactor: 2 });
}

/** Recording: a red dot. Paused: two amber bars. The shape carries the meaning without the colour. */
const dot = picture([0x2f, 0x20, 0xe4], (x, y) => x * x + y * y <= 144);
const bars = picture([0x28, 0xa6, 0xe8], (x, y) => Math.abs(y) <= 12 && Math.abs(x) >= 3 && Math.abs(x) <= 10);
