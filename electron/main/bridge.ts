import { mkdirSync } from 'node:fs';
import {
  apiPorts,
  channels,
  type Link,
  type MenuCommand,
  maxSavedText,
  maxSealedText,
  menuParts,
  type Notice,
  type PageRecording,
} from '@shared/ipc';
import { isPreferences, type Preferences } from '@shared/preferences';
import { isUpdateAddress, updateModes } from '@shared/updates';
import { app, type BrowserWindow, dialog, nativeTheme, shell } from 'electron';
import { z } from 'zod';
import { isRefusal } from '../service/refusal';
import { needsSetup } from '../service/resources/site/setup';
import { spend } from '../service/secret';
import { checkFolder, FolderUnusable } from '../service/store/folder';
import { derive, seal, unseal } from '../service/vault/sealed';
import type { ApiSwitch } from './api-switch';
import type { Archive } from './archive';
import type { Choosing } from './choosing';
import { closeForPage } from './close';
import { bundleOf, diagnose } from './diagnosis';
import { saveAs, savePdf } from './dialogs';
import type { Downloads } from './downloads';
import { editorIn } from './editor';
import { logFolder } from './log-file';
import { machineOf } from './machine';
import { accelerator } from './menu';
import type { WindowSession } from './session';
import { remember, type SettingsStore } from './settings';
import type { Stay } from './stay';
import type { Updates } from './updates';

type Options = {
  window: () => BrowserWindow | undefined;
  archive: Archive;
  session: WindowSession;
  settings: SettingsStore;
  choosing: Choosing;
  downloads: Downloads;
  api: ApiSwitch;
  stay: Pick<Stay, 'state' | 'change'>;
  updates: Updates;
  /** Restarts the service on another folder; only while there is no user. */
  moveData: (folder: string) => Promise<void>;
  /** Returns the commands whose keys could not be registered. */
  setCommands: (shown: readonly MenuCommand[]) => string[];
  /** Registers or releases the keys that work in every program, according to the preferences. */
  holdKeys: () => void;
  takeLink: () => Promise<Link | null>;
  notify: (notice: Notice) => void;
  recorder: (recording: PageRecording | null) => void;
};

const Change = z.custom<Partial<Preferences>>(isPreferences);
const DoorChange = z
  .strictObject({ on: z.boolean(), port: z.int().min(apiPorts.min).max(apiPorts.max) })
  .partial()
  .optional();
const KeepChange = z.strictObject({ keeps_running: z.boolean(), starts_hidden: z.boolean() }).partial().optional();
const UpdateChange = z
  .strictObject({ mode: z.enum(updateModes), address: z.string().max(2048).refine(isUpdateAddress).nullable() })
  .partial()
  .optional();
/** The URL of a recording or an export in the API, which cannot leave the path of its collection. */
const Saved = z.union([
  z.string().regex(/^\/api\/v2\/calls\/(?!.*\.\.\/)[\w./?=&-]{1,1024}$/),
  z.string().regex(/^\/api\/v2\/audit_log\/export\.csv(\?[\w.=&%+-]{1,1024})?$/),
  z.string().regex(/^\/api\/v2\/reports\/[\w-]{1,64}\/runs\/[\w-]{1,64}\/data\.csv$/),
  z.string().regex(/^\/api\/v2\/calibrations\/[\w-]{1,64}\/(packages\/[\w-]{1,64}|result)$/),
  z.string().regex(/^\/api\/v2\/evaluation_samples\/[\w-]{1,64}\/pool\.csv$/),
  z.string().regex(/^\/api\/v2\/evaluation_forms\/[\w-]{1,64}\/export\.json$/),
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

/** Answers a request of the page that is not part of the API. Rejects when an argument is not valid. */
export type Answer = (channel: string, sent: unknown[]) => Promise<unknown>;

/** The answers to the page's requests that are not part of the API. Every argument is checked. */
export function answersFor(options: Options): Answer {
  const { window, archive, session, settings, choosing, downloads, api, stay } = options;

  const answers = new Map<string, (sent: unknown[]) => Promise<unknown>>();
  const on = <A extends z.ZodTuple>(channel: string, args: A, run: (...args: z.output<A>) => Promise<unknown>) =>
    answers.set(channel, async (sent) => {
      const { data, error } = args.safeParse(sent);
      // Electron writes it to standard error, so it says nothing of what was sent.
      if (error) throw new Error(`The arguments are not valid: ${error.issues[0]?.code}`);
      return run(...(data as z.output<A>));
    });

  on(channels.machine, z.tuple([]), () => machineOf(archive, session));
  on(channels.choose, z.tuple([z.enum(['folder', 'files'])]), (kind) => choosing.source(kind));
  on(channels.samples, z.tuple([]), () => choosing.samples());
  on(channels.dropped, z.tuple([Paths, z.uuid().nullable()]), (paths, handle) => choosing.dropped(paths, handle));
  on(channels.saveText, z.tuple([FileName, z.string().max(maxSavedText)]), async (name, text) => {
    const owner = window();
    return owner ? saveAs(owner, name, text, session.signal) : null;
  });
  on(channels.savePdf, z.tuple([FileName]), async (name) => {
    const owner = window();
    return owner ? savePdf(owner, name, session.signal) : null;
  });
  on(channels.seal, z.tuple([z.string().max(maxSealedText)]), (text) =>
    withPageKey(archive, (key) => seal(key, Buffer.from(text), pagePurpose).toString('base64')),
  );
  on(channels.unseal, z.tuple([z.base64().max(maxSealedText * 6)]), (sealed) =>
    withPageKey(archive, (key) => unseal(key, Buffer.from(sealed, 'base64'), pagePurpose).toString('utf8')),
  );
  on(channels.save, z.tuple([Saved]), (address) => downloads.save(address));
  on(channels.stopSaving, z.tuple([z.int().positive()]), async (id) => downloads.stop(id));
  on(channels.commands, z.tuple([Commands]), async (shown) => options.setCommands(shown));
  on(channels.link, z.tuple([]), () => options.takeLink());
  on(channels.notify, z.tuple([ShownNotice]), async (notice) => options.notify(notice));
  on(channels.recorder, z.tuple([Recorded]), async (recording) => options.recorder(recording));
  on(channels.moveData, z.tuple([]), async () => {
    await mustHaveNoUser(archive);
    const [folder] = (await choosing.paths('folder')) ?? [];
    if (!folder) return null;
    // The first user may have been made while the dialog was open.
    await mustHaveNoUser(archive);
    try {
      checkFolder(folder);
      await options.moveData(folder);
    } catch (cause) {
      if (cause instanceof FolderUnusable) return { unusable: cause.fault };
      throw cause;
    }
    return machineOf(archive, session);
  });
  on(channels.api, z.tuple([DoorChange]), async (change) => (change ? api.change(change) : api.state()));
  on(channels.openApi, z.tuple([z.enum(['/docs', '/api/v2/openapi.json'])]), (path) => api.open(path));
  on(channels.keep, z.tuple([KeepChange]), (change) => (change ? stay.change(change) : stay.state()));
  const { updates } = options;
  on(channels.updates, z.tuple([UpdateChange]), async (change) => {
    if (!change) return updates.state();
    if (!(await editorIn(session))) return null;
    const { mode, address } = change;
    const place = address === null ? null : { address: address ?? '' };
    return updates.change({ mode, ...(address !== undefined && { place }) });
  });
  on(channels.updateFolder, z.tuple([]), async () => {
    const { signal } = session;
    if (!(await editorIn(session))) return null;
    const [folder] = (await choosing.paths('folder')) ?? [];
    // Asked again, because the role may have changed meanwhile. The next person at the window has not chosen it.
    return folder && !signal.aborted && (await editorIn(session)) ? updates.change({ place: { folder } }) : null;
  });
  on(channels.lookForUpdate, z.tuple([]), () => updates.look());
  on(channels.diagnosis, z.tuple([]), async () => {
    const keychain = await (await archive.service()).keychain();
    const files = bundleOf(await diagnose(archive.folder, keychain, archive.takesCommands));
    return files.map(({ name, content }) => `${name}\n${endOf(content)}`).join('\n');
  });
  on(channels.close, z.tuple([]), async () => {
    const shown = window();
    if (shown) closeForPage(shown);
  });
  on(channels.showLog, z.tuple([]), showLog);
  on(channels.preferences, z.tuple([Change]), async (change) => {
    const preferences: Preferences = { ...settings.get('preferences'), ...change };
    remember(settings, { preferences });
    options.holdKeys();
    nativeTheme.themeSource = preferences.theme;
    window()?.webContents.setZoomFactor(preferences.zoom);
    return preferences;
  });
  return async (channel, sent) => {
    const answer = answers.get(channel);
    if (!answer) throw new Error(`Nothing answers ${channel}.`);
    return answer(sent);
  };
}

/** Shows the folder of the log in the file manager. */
export async function showLog(): Promise<void> {
  const folder = logFolder();
  // There is none before the first entry.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fault = await shell.openPath(folder);
  // As on a desktop without a file manager.
  if (fault !== '') dialog.showErrorBox(app.getName(), folder);
}

/** The last lines of a text, which are enough to look at; `earshot doctor --bundle` writes all of them. */
function endOf(content: Buffer): string {
  if (content.length <= mostShown) return content.toString('utf8');
  const text = content.subarray(-mostShown).toString('utf8');
  return `…\n${text.slice(text.indexOf('\n') + 1)}`;
}
const mostShown = 131_072;

const pagePurpose = 'cra/page';

/** Uses the key of texts that the page stores; null without a master key, and for a text that another one sealed. */
async function withPageKey(archive: Archive, use: (key: Buffer) => string): Promise<string | null> {
  const { key } = await (await archive.service()).masterKey();
  try {
    return key ? spend(derive(key, pagePurpose), use) : null;
  } catch (cause) {
    if (isRefusal(cause)) return null;
    throw cause;
  }
}

async function mustHaveNoUser(archive: Archive): Promise<void> {
  if (!(await needsSetup(await archive.service()))) throw new Error('The archive has a user already.');
}
