import { inOrder } from '@shared/in-order';
import type { ApiChange, ApiDoor, ApiDoorRefused } from '@shared/ipc';
import { shell } from 'electron';
import type { Archive } from './archive';
import { editorIn } from './editor';
import type { WindowSession } from './session';
import { remember, type SettingsStore } from './settings';

type Options = { archive: Archive; settings: SettingsStore; session: WindowSession };

/** The TCP door as the page of the API shows and changes it. */
export class ApiSwitch {
  private readonly inOrder = inOrder();

  constructor(private readonly options: Options) {}

  state(): ApiDoor {
    const { archive, settings } = this.options;
    return { on: settings.get('api_on'), port: settings.get('port'), url: archive.apiUrl };
  }

  /**
   * Turns the door on or off, or moves it, once the changes before are done. Throws when the role of the user in the
   * window may not, or when the setting cannot be stored: the next start would undo the change.
   */
  change(change: ApiChange): Promise<ApiDoor | ApiDoorRefused> {
    return this.inOrder(() => this.moved(change));
  }

  private async moved(change: ApiChange): Promise<ApiDoor | ApiDoorRefused> {
    const { archive, settings } = this.options;
    if (!(await editorIn(this.options.session))) throw new Error('This role may not change the API.');
    const before = this.state();
    const { on, port } = { ...before, ...change };
    settings.set({ api_on: on, port });
    if (await archive.moveDoor(on ? port : null)) return this.state();
    remember(settings, { api_on: before.on, port: before.port });
    return { taken: port, free: await archive.freePort(port) };
  }

  /** Opens a page of the API in the browser. */
  async open(path: '/docs' | '/api/v2/openapi.json'): Promise<void> {
    const { apiUrl } = this.options.archive;
    if (apiUrl) await shell.openExternal(`${apiUrl}${path}`);
  }
}
