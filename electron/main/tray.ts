import type { PageRecording } from '@shared/ipc';
import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, nativeTheme, Tray } from 'electron';
import bars from '../../resources/logo.json';
import { faultOf, type Log } from '../service/log';
import type { wordsIn } from './words';

/** What goes on without the window. */
export type Background = {
  watching: 'on' | 'paused' | 'unreadable' | 'none';
  api: 'on' | 'off' | 'no_port';
};

type Options = {
  words: () => ReturnType<typeof wordsIn>;
  /** Runs a command of the page. */
  run: (id: string) => void;
  open: () => void;
  /** Pauses the watch folder, or goes on. */
  watch: (isOn: boolean) => void;
  showLog: () => void;
  quit: () => void;
  log: Log;
};

/**
 * An icon of the system while the page records, or while the program stays without its window: it shows what goes on, and
 * pauses and stops it. A desktop without a place for icons shows nothing.
 */
export class EarshotTray {
  private tray: Tray | undefined;
  private recording: PageRecording | null = null;
  private background: Background | null = null;

  constructor(private readonly options: Options) {}

  /** The recording that the page makes; null for none. */
  showRecording(recording: PageRecording | null): void {
    this.recording = recording;
    this.update();
  }

  /** What goes on while the program stays; null while it ends with its window. */
  showBackground(background: Background | null): void {
    if (JSON.stringify(background) === JSON.stringify(this.background)) return;
    this.background = background;
    this.update();
  }

  private update(): void {
    const { recording, background } = this;
    try {
      if (recording || background) this.show(recording, background);
      else this.remove();
    } catch (cause) {
      this.options.log(faultOf(cause as Error), 'nothing is shown beside the clock');
    }
  }

  private show(recording: PageRecording | null, background: Background | null): void {
    const { open } = this.options;
    const icon = recording ? (recording.is_paused ? paused : dot) : logo(isTrouble(background));
    const state = this.stateText();
    this.tray ??= new Tray(icon).on('click', open);
    this.tray.setImage(icon);
    this.tray.setToolTip(state);
    this.tray.setContextMenu(Menu.buildFromTemplate(this.menu(state)));
  }

  private menu(state: string): MenuItemConstructorOptions[] {
    const { run, open, watch, showLog, quit } = this.options;
    const { recording, background } = this;
    const words = this.options.words();
    const isWatching = background?.watching === 'on' || background?.watching === 'unreadable';
    const line = { type: 'separator' } as const;
    return [
      { label: state, enabled: false },
      ...(recording
        ? [
            {
              label: recording.is_paused ? words.resume : words.pause,
              enabled: recording.may_pause,
              click: () => run('pauseRecording'),
            },
            { label: words.stop, click: () => run('stopRecording') },
          ]
        : []),
      ...(background && background.watching !== 'none'
        ? [{ label: isWatching ? words.pauseWatching : words.resumeWatching, click: () => watch(!isWatching) }]
        : []),
      line,
      { label: words.open, click: open },
      ...(background ? [{ label: words.showLog, click: showLog }, line, { label: words.quit, click: quit }] : []),
    ];
  }

  private stateText(): string {
    const { recording, background } = this;
    const { isPaused, isRecording, watchingIs, apiIs } = this.options.words();
    if (recording) return recording.is_paused ? isPaused : isRecording;
    if (!background) return 'Earshot';
    return [background.watching === 'none' ? [] : [watchingIs[background.watching]], apiIs[background.api]]
      .flat()
      .join(', ');
  }

  private remove(): void {
    this.tray?.destroy();
    this.tray = undefined;
  }
}

const isTrouble = (background: Background | null) =>
  background?.watching === 'unreadable' || background?.api === 'no_port';

const size = 32;
type Colour = readonly [blue: number, green: number, red: number];
/** The colour at a point, from the middle; null where nothing is. */
type Paint = (x: number, y: number) => Colour | null;

/** Points of each pixel, across and down, so that edges are smooth. */
const points = 4;

/** A picture at twice the size, for high-resolution screens. */
function picture(paint: Paint): NativeImage {
  const sums = new Float32Array(4 * size * size);
  const fine = size * points;
  for (let at = 0; at < fine * fine; at += 1) {
    const [across, down] = [at % fine, Math.floor(at / fine)];
    const colour = paint((across + 0.5) / points - size / 2, (down + 0.5) / points - size / 2);
    if (!colour) continue;
    const pixel = 4 * (Math.floor(down / points) * size + Math.floor(across / points));
    for (const [channel, value] of [...colour, 255].entries())
      sums[pixel + channel] = (sums[pixel + channel] ?? 0) + value / points ** 2;
  }
  return nativeImage.createFromBitmap(Buffer.from(sums), { width: size, height: size, scaleFactor: 2 });
}

const red: Colour = [0x2f, 0x20, 0xe4];
const amber: Colour = [0x28, 0xa6, 0xe8];
const dark: Colour = [0x30, 0x2c, 0x2a];
const light: Colour = [0xff, 0xff, 0xff];
const isInCircle = (x: number, y: number, radius: number) => x * x + y * y <= radius * radius;

/** Recording: a red dot. Paused: two amber bars. The shape carries the meaning without the colour. */
const dot = picture((x, y) => (isInCircle(x, y, 12) ? red : null));
const paused = picture((x, y) => (Math.abs(y) <= 12 && Math.abs(x) >= 3 && Math.abs(x) <= 10 ? amber : null));

/** The bars of the logo in one colour, with a dot for trouble. macOS inverts the picture itself. */
function logo(withTrouble: boolean): NativeImage {
  const ink = isBarDark() && process.platform !== 'darwin' ? light : dark;
  const made = picture((x, y) => {
    if (withTrouble && isInCircle(x - 9, y - 9, 6)) return amber;
    if (withTrouble && isInCircle(x - 9, y - 9, 8)) return null;
    return isInLogo(x / unit, y / unit) ? ink : null;
  });
  made.setTemplateImage(process.platform === 'darwin' && !withTrouble);
  return made;
}

/** The bars are in a square of 22 units. */
const unit = size / 22;
const halfWidth = 1.2;
const isInLogo = (x: number, y: number) =>
  bars.some(
    (bar) =>
      Math.abs(x + 10 - bar.x) <= halfWidth && ((y < -0.9 && y >= -bar.up - 1) || (y > 0.9 && y <= bar.down + 1)),
  );

/** The bar of GNOME is dark in both of its themes. */
const isBarDark = () => nativeTheme.shouldUseDarkColors || /gnome/i.test(process.env.XDG_CURRENT_DESKTOP ?? '');
