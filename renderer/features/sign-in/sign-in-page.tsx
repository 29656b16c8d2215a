import { zodResolver } from '@hookform/resolvers/zod';
import { Credentials } from '@shared/contract/sessions';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useSignIn } from '../../app/session';
import { useRefusalText } from '../../i18n/use-message';
import { BrandPage } from '../../ui/brand-page';
import { Button } from '../../ui/button';
import { FormField, FormPasswordField } from '../../ui/form-field';
import { FormMessage } from '../../ui/form-message';
import { MissingKey } from './missing-key';
import styles from './sign-in-page.module.css';

/** Signing in. Where to go next is decided by the root, which remembers where one came from. */
export function SignInPage() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const signIn = useSignIn();
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { login: '', password: '' } });

  const submit = form.handleSubmit(async (credentials) => {
    await signIn.mutateAsync(credentials).catch(() => {
      form.setValue('password', '');
      form.setFocus('password');
    });
  });
  const { error } = signIn;
  const said = error && (isRefusal(error, 401) ? t('signIn.wrong') : refusalText(error));

  return (
    <BrandPage tall={248}>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <form className={styles.form} data-page-focus onSubmit={(event) => void submit(event)} noValidate>
        <FormField control={form.control} name="login" label={t('signIn.login')} autoComplete="username" autoFocus />
        <FormPasswordField
          control={form.control}
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
        />
        {said !== null && <FormMessage>{said}</FormMessage>}
        <div>
          <Button type="submit" look="ink" size="page" busy={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
        </div>
      </form>
      <MissingKey />
    </BrandPage>
  );
}
