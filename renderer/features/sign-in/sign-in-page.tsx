import { zodResolver } from '@hookform/resolvers/zod';
import { Credentials } from '@shared/contract/sessions';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useSignIn } from '../../app/session';
import { useMessage } from '../../i18n/use-message';
import { BrandPage } from '../../ui/brand-page';
import { Button } from '../../ui/button';
import { PasswordField } from '../../ui/password-field';
import { TextField } from '../../ui/text-field';
import styles from './sign-in-page.module.css';

/** Signing in. Where to go next is decided by the root, which remembers where one came from. */
export function SignInPage() {
  const { t } = useTranslation();
  const message = useMessage();
  const signIn = useSignIn();
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { login: '', password: '' } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (credentials) => {
    await signIn.mutateAsync(credentials).catch(() => {
      form.setValue('password', '');
      form.setFocus('password');
    });
  });
  const refusal = isRefusal(signIn.error) ? signIn.error : undefined;
  const said = refusal && (refusal.status === 401 ? t('signIn.wrong') : refusal.explanation || t('ui.noAnswer'));

  return (
    <BrandPage>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Controller
          control={form.control}
          name="login"
          render={({ field }) => (
            <TextField
              {...field}
              label={t('signIn.login')}
              size="page"
              autoFocus
              autoComplete="username"
              message={message(errors.login?.message)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="password"
          render={({ field }) => (
            <PasswordField
              {...field}
              label={t('signIn.password')}
              autoComplete="current-password"
              message={message(errors.password?.message)}
            />
          )}
        />
        {said !== undefined && (
          <p role="alert" className={styles.message}>
            {said}
          </p>
        )}
        <div>
          <Button type="submit" look="ink" size="page" busy={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
        </div>
      </form>
    </BrandPage>
  );
}
