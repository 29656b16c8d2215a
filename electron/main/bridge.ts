import { statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, relative, sep } from 'node:path';
import {
  apiPorts,
  channels,
  globalKeys,
  type Link,
  type Machine,
  type MenuCommand,
  menuParts,
  mostSavedText,
  type Notice,
  type NotSaved,
  type PageRecording,
  type Preferences,
  type Source,
  type WatchRefused,
  zoomRange,
} from '@shared/ipc';
import { app, type BrowserWindow, type IpcMainInvokeEvent, ipcMain, nativeTheme } from 'electron';
import { z } from 'zod';
import { setWatchFolder, sources } from '../service/resources/imports';
import { kitState } from '../service/resources/recovery-kits';
import { needsSetup } from '../service/resources/setup';
import type { RunningService } from '../service/service';
import type { By } from '../service/store/audit';
import { checkFolder, FolderUnusable } from '../service/store/folder';
import type { ApiSwitch } from './api-door';
import { choose, saveAs } from './dialogs';
import { accelerator } from './menu';
import { origin } from './security';
import { remember, type SettingsStore } from './settings';
import { watchRefused } from './watch-refused';
import type { wordsIn } from './words';

type Options = {
  window: () => BrowserWindow | undefined;
  service: () => Promise<RunningService>;
  /** Aborted when the window's session ends. */
  session: () => AbortSignal;
  settings: SettingsStore;
  words: () => ReturnType<typeof wordsIn>;
  dataFolder: () => string;
  apiUrl: () => string | null;
  api: ApiSwitch;
  samplesFolder: string;
  /** Restarts the service on another folder; only while there is no user. */
  moveData: (folder: string) => Promise<void>;
  save: (address: string) => Promise<NotSaved | null>;
  stopSaving: (id: number) => void;
  /** Returns the commands whose keys the system did not give. */
  setCommands: (shown: readonly MenuCommand[]) => string[];
  /** Takes or gives back the keys that work in every program, as the preferences say. */
  holdKeys: () => void;
  takeLink: () => Link | null;
  notify: (notice: Notice) => void;
  recorder: (recording: PageRecording | null) => void;
  /** The user as the author of a change of this machine's settings; null when the role may not change them. */
  editor: () => Promise<By | null>;
};

const Change = z
  .strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    language: z.enum(['en', 'de']).nullable(),
    zoom: z.number().min(zoomRange.min).max(zoomRange.max),
    lock_after_minutes: z.int().min(0).max(1_440),
    notifies: z.boolean(),
    global_keys: z.enum(globalKeys),
  })
  .partial()
  .optional();
const DoorChange = z
  .strictObject({ on: z.boolean(), port: z.int().min(apiPorts.min).max(apiPorts.max) })
  .partial()
  .optional();
/** The URL of a recording or an export in the API, which cannot leave the path of its collection. */
const Saved = z.union([
  z.string().regex(/^\/api\/v2\/calls\/(?!.*\.\.\/)[\w./?=&-]{1,1024}$/),
  z.string().regex(/^\/api\/v2\/audit_log\/export\.csv(\?[\w.=&%+-]{1,1024})?$/),
  z.string().regex(/^\/api\/v2\/reports\/[\w-]{1,64}\/runs\/[\w-]{1,64}\/data\.csv$/),
]);
const Commands = z
  .array(
    z.strictObject({
      id: z.string().regex(/^\w{1,64}$/),
      part: z.enum(menuParts),
      label: z.string().min(1).max(128),
      // A shortcut that menus cannot show is left out.
      keys: z.string().regex(accelerator).nullable().catch(null),
      enabled: z.boolean(),
    }),
  )
  .max(200);
const ShownNotice = z.strictObject({
  id: z.int().positive(),
  title: z.string().min(1).max(256),
  body: z.string().max(1024),
});
const FileName = z.string().min(1).max(128);
const Recorded = z
  .strictObject({ recording_id: z.uuid(), call_id: z.uuid(), is_paused: z.boolean(), may_pause: z.boolean() })
  .nullable();
const Paths = z.array(z.string().min(1).max(4096)).min(1).max(10_000);

/** Answers the page's requests that are not part of the API. Every caller and every argument is checked. */
export function answerPage(options: Options): void {
  const { window, service, settings } = options;

  const on = <A extends z.ZodTuple>(channel: string, args: A, run: (...args: z.output<A>) => Promise<unknown>) =>
    ipcMain.handle(channel, (event, ...sent) => {
      if (!isOwnPage(event)) throw new Error('Not from this page.');
      return run(...(args.parse(sent) as z.output<A>));
    });

  on(channels.machine, z.tuple([]), () => machine());
  on(channels.choose, z.tuple([z.enum(['folder', 'files'])]), async (kind) => {
    const session = options.session();
    const paths = await choosePaths(kind);
    // A dialog stays open across a lock, and its result must not reach the next person at the window.
    return paths && !session.aborted ? source(paths) : null;
  });
  on(channels.samples, z.tuple([]), async () => source([options.samplesFolder], options.words().samples));
  // Many files are sent in parts. Each later part has the handle of the first.
  on(channels.dropped, z.tuple([Paths, z.uuid().nullable()]), async (paths, handle) => {
    const before = handle === null ? [] : ((await service()).part(sources).take(handle)?.paths ?? []);
    return source([...before, ...paths]);
  });
  on(channels.saveText, z.tuple([FileName, z.string().max(mostSavedText)]), saveText);
  on(channels.savePdf, z.tuple([FileName]), savePdf);
  on(channels.save, z.tuple([Saved]), (address) => options.save(address));
  on(channels.stopSaving, z.tuple([z.int().positive()]), async (id) => options.stopSaving(id));
  on(channels.commands, z.tuple([Commands]), async (shown) => options.setCommands(shown));
  on(channels.link, z.tuple([]), async () => options.takeLink());
  on(channels.notify, z.tuple([ShownNotice]), async (notice) => options.notify(notice));
  on(channels.recorder, z.tuple([Recorded]), async (recording) => options.recorder(recording));
  on(channels.watchFolder, z.tuple([]), watchFolder);
  on(channels.moveData, z.tuple([]), async () => {
    if (!(await needsSetup(await service()))) throw new Error('The archive has a user already.');
    const [folder] = (await choosePaths('folder')) ?? [];
    if (!folder) return null;
    try {
      checkFolder(folder);
      await options.moveData(folder);
    } catch (cause) {
      if (cause instanceof FolderUnusable) return { unusable: cause.fault };
      throw cause;
    }
    return machine();
  });
  on(channels.api, z.tuple([DoorChange]), async (change) =>
    change ? options.api.change(change) : options.api.state(),
  );
  on(channels.openApi, z.tuple([z.enum(['/docs', '/api/v2/openapi.json'])]), (path) => options.api.open(path));
  on(channels.preferences, z.tuple([Change]), async (change) => {
    const preferences: Preferences = { ...settings.get('preferences'), ...change };
    remember(settings, { preferences });
    options.holdKeys();
    nativeTheme.themeSource = preferences.theme;
    window()?.webContents.setZoomFactor(preferences.zoom);
    return preferences;
  });

  async function machine(): Promise<Machine> {
    const running = await service();
    const folder = options.dataFolder();
    const { bavail, bsize } = await statfs(folder);
    return {
      version: app.getVersion(),
      platform: process.platform,
      needs_setup: await needsSetup(running),
      keychain: await running.keychain(),
      kit: await kitState(running),
      data_folder: spoken(folder),
      free_bytes: bavail * bsize,
      api_url: options.apiUrl(),
    };
  }

  async function watchFolder(): Promise<boolean | { refused: WatchRefused }> {
    const session = options.session();
    if (!(await options.editor())) return { refused: 'not_allowed' };
    const [folder] = (await choosePaths('folder')) ?? [];
    // Asked again, because the dialog stays open across a lock and a change of the role.
    const by = folder && !session.aborted ? await options.editor() : null;
    if (!folder || !by) return false;
    try {
      await setWatchFolder(await service(), folder, by);
      return true;
    } catch (cause) {
      return { refused: watchRefused(cause) };
    }
  }

  async function source(chosen: string[], called?: string): Promise<Source> {
    // The same file may be dropped or chosen twice.
    const paths = [...new Set(chosen)];
    const name = called ?? nameOf(paths);
    return { handle: (await service()).part(sources).add(name, paths), name };
  }

  function nameOf(paths: string[]): string {
    return paths.length === 1 ? basename(paths[0] ?? '') : options.words().files(paths.length);
  }

  async function choosePaths(kind: 'folder' | 'files'): Promise<string[] | null> {
    const owner = window();
    return owner ? choose(owner, kind, options.words().recordings) : null;
  }

  async function saveText(name: string, text: string): Promise<string | null> {
    const owner = window();
    return owner ? saveAs(owner, name, text, options.session()) : null;
  }

  async function savePdf(name: string): Promise<string | null> {
    const owner = window();
    if (!owner) return null;
    const session = options.session();
    // Before a file is chosen, because the page may be another one afterwards.
    const pdf = await owner.webContents.printToPDF({ printBackground: true, pageSize: 'A4', preferCSSPageSize: true });
    return saveAs(owner, name, pdf, session);
  }
}

const isOwnPage = ({ senderFrame, sender }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.url.startsWith(`${origin}/`);

/** A folder in readable form: relative to the home folder, with slashes between the parts. */
function spoken(folder: string): string {
  const inside = relative(homedir(), folder);
  return inside.startsWith('..') || inside.includes(':') ? folder : inside.split(sep).join(' / ');
}
