import { zodResolver } from '@hookform/resolvers/zod';
import { Administrator, setUp } from '@shared/contract/setup';
import type { Machine } from '@shared/ipc';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api/api';
import { machineKey } from '../../api/cache/session';
import { isRefusal } from '../../api/refusal';
import { useSignIn } from '../../core/session';
import { useRefusalText } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { FormField, FormPasswordField } from '../../ui/form-field';
import { FormMessage } from '../../ui/form-message';
import styles from './administrator-form.module.css';
import { DataFolder } from './data-folder';
import { KeychainLine } from './keychain-line';
import { StrengthMeter } from './strength-meter';

const Form = z
  .object({ ...Administrator.shape, again: z.string() })
  .refine(({ password, again }) => password === again, { path: ['again'], message: 'The passwords differ' });
const fields = ['name', 'login', 'password'] as const;

type Props = {
  machine: Machine /** Called with the password, which the recovery kit asks for next. */;
  onDone: (password: string) => void;
};

/** Makes the first user, who may do everything, and signs in as them. */
export function AdministratorForm({ machine, onDone }: Props) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const client = useQueryClient();
  const signIn = useSignIn();
  const form = useForm({
    resolver: zodResolver(Form),
    // Checked when it is sent: a message that appears as a field is left moves the button that is being pressed.
    defaultValues: { name: '', login: '', password: '', again: '' },
  });
  const create = useMutation({
    mutationFn: async ({ name, login, password }: z.output<typeof Form>) => {
      await api(setUp, { body: { setup: { name, login, password } } });
      await signIn.mutateAsync({ login, password });
    },
    onSuccess: (_, { password }) => onDone(password),
    gcTime: 0,
    onError: (error) => {
      // Made, but not signed in: then there is a user now, and the machine says so.
      void client.invalidateQueries({ queryKey: machineKey });
      if (!isRefusal(error)) return;
      for (const name of fields) {
        const text = error.field(name);
        if (text !== undefined) form.setError(name, { message: text }, { shouldFocus: true });
      }
    },
  });
  const refusal = isRefusal(create.error) ? create.error : undefined;
  const landed = fields.some((name) => refusal?.field(name) !== undefined);
  const password = form.watch('password');

  return (
    <>
      <h1 className={styles.title}>{t('firstRun.title')}</h1>
      <p className={styles.lead}>{t('firstRun.lead')}</p>
      <form
        className={styles.form}
        onSubmit={(event) => void form.handleSubmit((values) => create.mutate(values))(event)}
        noValidate
      >
        <div className={styles.pair}>
          <FormField control={form.control} name="name" label={t('firstRun.name')} autoComplete="name" autoFocus />
          <FormField control={form.control} name="login" label={t('firstRun.login')} autoComplete="username" />
        </div>
        <div>
          <FormPasswordField
            control={form.control}
            name="password"
            label={t('firstRun.password')}
            autoComplete="new-password"
          />
          <StrengthMeter password={password} />
        </div>
        <FormField
          control={form.control}
          name="again"
          type="password"
          label={t('firstRun.again')}
          autoComplete="new-password"
        />
        <DataFolder machine={machine} />
        <KeychainLine keychain={machine.keychain} />
        {create.error && !landed && <FormMessage>{refusalText(create.error)}</FormMessage>}
        <div className={styles.acts}>
          <Button type="submit" look="ink" size="page" busy={create.isPending}>
            {t('firstRun.create')}
          </Button>
        </div>
      </form>
    </>
  );
}
