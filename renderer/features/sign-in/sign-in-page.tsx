import { createSession } from '@shared/contract/sessions';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMachine } from '../../api/machine';
import { isRefusal } from '../../api/refusal';
import { useEnter } from '../../core/session';
import { forgetEndedSession, useEndedSession } from '../../core/session-restore';
import { Password, TextLine } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { BrandPage } from '../../ui/brand-page';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { OpenKit } from '../recovery-kit';
import styles from './sign-in-page.module.css';

/** The page for signing in, or unlocking the window. The root decides where to go next. */
export function SignInPage() {
  const person = useEndedSession(({ left }) => left?.person);
  return (
    <BrandPage tall={person ? 264 : 248}>
      {person ? <Unlock key={person.user_id} {...person} /> : <SignIn />}
      <MissingKey />
    </BrandPage>
  );
}

/** Asks the user who was here only for the password. Another user signs in with their login. */
function Unlock({ name, login }: { name: string; login: string }) {
  const { t } = useTranslation();
  const form = useSignInForm(login, t('signIn.wrongPassword'));
  return (
    <>
      <h1 className={styles.title}>{t('signIn.locked')}</h1>
      <p className={styles.lead}>{t('signIn.lockedText')}</p>
      <form className={styles.form} data-page-focus onSubmit={form.onSubmit} noValidate>
        <p className={styles.person}>
          <span className={styles.name}>{name}</span> <span className={styles.login}>{login}</span>
        </p>
        <Password
          form={form}
          size="page"
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          autoFocus
        />
        <CodeField form={form} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div className={styles.acts}>
          <Button type="submit" look="ink" size="page" busy={form.busy}>
            {t('signIn.unlock')}
          </Button>
          <Button look="quiet" size="page" onPress={forgetEndedSession}>
            {t('signIn.other')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Asks for login and password. */
function SignIn() {
  const { t } = useTranslation();
  const form = useSignInForm('', t('signIn.wrong'));
  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <form className={styles.form} data-page-focus onSubmit={form.onSubmit} noValidate>
        <TextLine form={form} size="page" name="login" label={t('signIn.login')} autoComplete="username" autoFocus />
        <Password
          form={form}
          size="page"
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
        />
        <CodeField form={form} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div>
          <Button type="submit" look="ink" size="page" busy={form.busy}>
            {t('signIn.submit')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Shown when the keychain does not provide the key of the calls: what does not work, and the kit that restores it. */
function MissingKey() {
  const { t } = useTranslation();
  const { data: machine } = useMachine();
  if (machine?.kit !== 'opens' || machine.keychain === 'ok') return null;
  return (
    <div className={styles.line}>
      <Icon of={KeyRound} />
      <div className={styles.words}>
        <p>
          <strong>{t(`keychain.${machine.keychain}.title`)}</strong> {t(`keychain.${machine.keychain}.text`)}
        </p>
        <OpenKit />
      </div>
    </div>
  );
}

/** Asks for the code of the second factor once the password was right. It appears with the focus. */
function CodeField({ form }: { form: ReturnType<typeof useSignInForm> }) {
  const { t } = useTranslation();
  if (!form.asksCode) return null;
  return (
    <TextLine
      form={form}
      size="page"
      name="otp"
      label={t('signIn.code')}
      hint={t('signIn.codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
    />
  );
}

/**
 * The form that signs in. Wrong credentials show `wrong` and ask for the password again. `asksCode`: the password was
 * right, but the account has a second factor.
 */
function useSignInForm(login: string, wrong: string) {
  const enter = useEnter();
  const [asksCode, setAsksCode] = useState(false);
  const form = useApiForm(createSession, {
    values: { login, password: '', otp: '' },
    onSaved: ({ answer }) => enter(answer),
    onRefused: (error) => {
      if (isRefusal(error) && error.field('otp')) {
        // A code that was not asked for before is no error yet.
        if (!asksCode) form.clearErrors('otp');
        return setAsksCode(true);
      }
      // Other refusals, such as a wait after wrong codes, say nothing about the password.
      if (isRefusal(error, 401)) form.setValue('password', '');
      form.setFocus('password');
    },
  });
  const isWrong = isRefusal(form.error, 401) && !form.error.field('otp');
  return { ...form, asksCode, said: isWrong ? wrong : form.said };
}
