import { isCommonPassword } from '@shared/common-password';
import { createSession } from '@shared/contract/sessions';
import { Administrator, setUp } from '@shared/contract/setup';
import type { KeychainState, Machine } from '@shared/ipc';
import { says } from '@shared/reasons/check';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Folder, KeyRound } from 'lucide-react';
import { Group } from 'react-aria-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api/api';
import { bridge } from '../../api/bridge';
import { machineKey } from '../../api/cache/session';
import { useEnter } from '../../core/session';
import { Password, TextLine } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import styles from './administrator-form.module.css';
import dataFolder from './data-folder.module.css';
import keychainLine from './keychain-line.module.css';
import strengthMeter from './strength-meter.module.css';

const rules = z
  .object({ ...Administrator.shape, again: z.string().min(1, says('password_again_missing')) })
  .refine(({ password, again }) => password === again, { path: ['again'], ...says('passwords_differ') });

type Props = {
  machine: Machine /** Called with the password, which the recovery kit asks for next. */;
  onDone: (password: string) => void;
};

/** Creates the first user, who has all rights, and signs in as them. */
export function AdministratorForm({ machine, onDone }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const enter = useEnter();
  const form = useApiForm(setUp, {
    values: { name: '', login: '', password: '', again: '' },
    rules,
    onSaved: async (_, { login, password }) => {
      await enter(await api(createSession, { body: { login, password } }));
      onDone(password);
    },
    // If the user was created but not signed in, the state of the machine now shows a user.
    onRefused: () => void client.invalidateQueries({ queryKey: machineKey }),
  });
  const password = useWatch({ control: form.control, name: 'password' });

  return (
    <>
      <h1 className={styles.title}>{t('firstRun.title')}</h1>
      <p className={styles.lead}>{t('firstRun.lead')}</p>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <div className={styles.pair}>
          <TextLine form={form} size="page" name="name" label={t('firstRun.name')} autoComplete="name" autoFocus />
          <TextLine form={form} size="page" name="login" label={t('firstRun.login')} autoComplete="username" />
        </div>
        <div>
          <Password
            form={form}
            size="page"
            name="password"
            label={t('firstRun.password')}
            autoComplete="new-password"
          />
          <StrengthMeter password={password} />
        </div>
        <TextLine
          form={form}
          size="page"
          name="again"
          type="password"
          label={t('firstRun.again')}
          autoComplete="new-password"
        />
        <DataFolder machine={machine} />
        <KeychainLine keychain={machine.keychain} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div className={styles.acts}>
          <Button type="submit" look="ink" size="page" busy={form.busy}>
            {t('firstRun.create')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** The strength of the password, by its length, as four bars and in words. The bars are empty without a password. */
function StrengthMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  const count = [...password].length;
  const strength = strengthOf(password);
  return (
    <div className={strengthMeter.meter}>
      <span className={strengthMeter.bars} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={(count > 0 && bar <= Math.max(1, strength)) || undefined} />
        ))}
      </span>
      <span className={strengthMeter.words} role="status">
        {count > 0 && `${t(`firstRun.strength.${strength}`)}, ${t('firstRun.characters', { count })}`}
      </span>
    </div>
  );
}

/**
 * The strength of a password, by its length unless it is a common one: 0 too short to be accepted, 1 weak … 4 very
 * strong.
 */
function strengthOf(password: string): 0 | 1 | 2 | 3 | 4 {
  const signs = [...password];
  if (signs.length < 8) return 0;
  if (isCommonPassword(password)) return 1;
  // Repeating a few characters makes a password longer, but not harder to guess.
  if (new Set(signs).size < 5) return 1;
  if (signs.length < 12) return 1;
  if (signs.length < 15) return 2;
  return signs.length < 20 ? 3 : 4;
}

/** The folder for the calls and its free space, with a button to choose another folder. */
function DataFolder({ machine }: { machine: Machine }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: () => bridge.moveData(),
    onSuccess: (moved) => moved && !('unusable' in moved) && client.setQueryData(machineKey, moved),
  });
  const unusable = move.data && 'unusable' in move.data ? move.data.unusable : undefined;
  return (
    <Group aria-labelledby="data-folder">
      <p id="data-folder" className={dataFolder.label}>
        {t('firstRun.dataFolder')}
      </p>
      <div className={dataFolder.box}>
        <Icon of={Folder} />
        <span className={dataFolder.name}>{machine.data_folder}</span>
        <span className={dataFolder.free}>{t('firstRun.free', { size: format.bytes(machine.free_bytes) })}</span>
        <Button look="quiet" busy={move.isPending} onPress={() => move.mutate()}>
          {t('firstRun.change')}
        </Button>
      </div>
      {unusable && <FormMessage>{t(`firstRun.folder.${unusable}`)}</FormMessage>}
      {move.error && <FormMessage>{t('firstRun.moveFailed')}</FormMessage>}
    </Group>
  );
}

/** The state of the system's keychain and what it means for a new archive. */
function KeychainLine({ keychain }: { keychain: KeychainState }) {
  const { t } = useTranslation();
  return (
    <p className={keychainLine.line} data-state={keychain === 'ok' ? 'ok' : 'not'}>
      <Icon of={KeyRound} />
      <span>{t(`firstRun.keychain.${keychain}`)}</span>
    </p>
  );
}
