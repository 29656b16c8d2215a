import { useTranslation } from 'react-i18next';
import { useReadSession, useSignedIn } from '../../core/session';
import { Section } from '../../form/section';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Page, PageSections } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { toast } from '../../ui/toast';
import styles from './account-page.module.css';
import { OwnFactor } from './own-factor';
import { PasswordFields } from './password-fields';
import { TokenSection } from './token-section';
import { usePasswordForm } from './use-password-form';

/** The password, the second factor and the access tokens of the signed-in user. */
export function AccountPage() {
  const { t } = useTranslation();
  return (
    <Page label={t('account.title')}>
      <PageBar title={t('account.title')} />
      <PageSections>
        <OwnPassword />
        <Section title={t('account.factor')} hint={t('account.factorHint')}>
          <OwnFactor />
        </Section>
        <Section title={t('account.tokens')} hint={t('account.tokensHint')}>
          <TokenSection />
        </Section>
      </PageSections>
    </Page>
  );
}

function OwnPassword() {
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  const readSession = useReadSession();
  const onSaved = async () => {
    toast(t('account.changed'));
    await readSession();
  };
  const form = usePasswordForm(onSaved, { startsOver: true });
  const setAt = user.fieldset_login?.password_set_at;
  return (
    <Section title={t('account.password')} hint={setAt ? t('account.setAt', { day: format.day(setAt) }) : undefined}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <PasswordFields form={form} size="input" />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div>
          <Button type="submit" busy={form.busy}>
            {t('account.change')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
