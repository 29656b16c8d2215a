import { createSession } from '@shared/contract/sessions';
import { Administrator, setUp } from '@shared/contract/setup';
import type { Machine } from '@shared/ipc';
import { says } from '@shared/reasons/check';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api/api';
import { machineKey } from '../../api/cache/session';
import { useEnter } from '../../core/session';
import { Password, TextLine } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import styles from './administrator-form.module.css';
import { DataFolder } from './data-folder';
import { KeychainLine } from './keychain-line';
import { StrengthMeter } from './strength-meter';

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
