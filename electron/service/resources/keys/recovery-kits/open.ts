import type { AnswerOf } from '@shared/contract/operation';
import type { openRecoveryKit } from '@shared/contract/recovery-kit';
import type { KitState } from '@shared/ipc';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../context';
import { invalid } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { readSetting } from '../../../store/setting';
import { openKit } from '../../../vault/recovery-kit';
import { recordOpening } from './queries';

export type OpenedKit = AnswerOf<typeof openRecoveryKit>['recovery_kit'];
type Kit = { file: string; words: string[] };

/**
 * Gives the archive its master key back. The check value of the key decides whether a kit belongs to the archive, not
 * the content of the file. Refused with InvalidRecord: as in `openKit`, and at `file` for the kit of another archive.
 */
export async function openWithKit(
  { authenticator, adoptKey, store, now }: Service,
  kit: Kit,
  by: 'window' | 'command line',
): Promise<OpenedKit> {
  const record = (check: string | null) => store.write(recordOpening, { check, opened: by }, byEarshot(now()));
  const opened = await open().catch(async (cause: unknown) => {
    await record(null);
    throw cause;
  });
  await record(opened.check);
  return opened;

  async function open(): Promise<OpenedKit> {
    const { key, check } = await authenticator.derive('app', () => openKit(kit.file, kit.words));
    const master = await adoptKey(key);
    if (!master) {
      key.fill(0);
      throw invalid({ file: reason('kit_foreign') }, reason('kit_foreign'));
    }
    return { check, kept: master.state === 'ok' ? 'keychain' : 'session' };
  }
}

/** The actions that a recovery kit allows on this machine: see `Machine`. */
export async function kitState({ masterKey, store }: Service): Promise<KitState> {
  const { state, key } = await masterKey();
  if (state === 'ok') return null;
  if (key) return 'opened';
  return (await store.get(readSetting, { name: 'key_check' })) === undefined ? null : 'opens';
}
