import { basename } from 'node:path';
import type { Source } from '@shared/ipc';
import type { BrowserWindow } from 'electron';
import { sources } from '../service/resources/sources/imports';
import type { Archive } from './archive';
import { choose } from './dialogs';
import type { WindowSession } from './session';
import type { wordsIn } from './words';

type Options = {
  window: () => BrowserWindow | undefined;
  archive: Archive;
  session: WindowSession;
  words: () => ReturnType<typeof wordsIn>;
  samplesFolder: string;
};

/**
 * The files and folders that the user chooses for imports. Their paths never reach the page. A dialog stays open across
 * a lock, and its result must not reach the next person at the window.
 */
export class Choosing {
  constructor(private readonly options: Options) {}

  /** Asks for a folder, or for recordings and call records; null when nothing is chosen. */
  async paths(kind: 'folder' | 'files'): Promise<string[] | null> {
    const window = this.options.window();
    return window ? choose(window, kind, this.options.words().recordings) : null;
  }

  /** Asks in the same way, and returns a handle of what was chosen. */
  async source(kind: 'folder' | 'files'): Promise<Source | null> {
    const { signal } = this.options.session;
    const paths = await this.paths(kind);
    return paths && !signal.aborted ? this.keep(paths) : null;
  }

  /** The sample calls that come with Earshot. */
  samples(): Promise<Source> {
    return this.keep([this.options.samplesFolder], this.options.words().samples);
  }

  /** Files that were dropped on the window. Many are sent in parts, and each later part has the handle of the first. */
  async dropped(paths: string[], handle: string | null): Promise<Source> {
    const { archive } = this.options;
    const before = handle === null ? [] : ((await archive.service()).part(sources).take(handle)?.paths ?? []);
    return this.keep([...before, ...paths]);
  }

  /** Files that the system opens with Earshot. */
  opened(paths: string[]): Promise<Source> {
    return this.keep(paths);
  }

  private async keep(chosen: string[], called?: string): Promise<Source> {
    // The same file may be dropped or chosen twice.
    const paths = [...new Set(chosen)];
    const name = called ?? this.nameOf(paths);
    return { handle: (await this.options.archive.service()).part(sources).add(name, paths), name };
  }

  private nameOf(paths: string[]): string {
    return paths.length === 1 ? basename(paths[0] ?? '') : this.options.words().files(paths.length);
  }
}
