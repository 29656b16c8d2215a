import { useTranslation } from 'react-i18next';
import { useReadSession, useSignOut } from '../../core/session';
import { BrandPage } from '../../ui/brand-page';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import styles from './new-password-page.module.css';
import { PasswordFields } from './password-fields';
import { usePasswordForm } from './use-password-form';

/** For a user who must change the password before anything else. */
export function NewPasswordPage() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const form = usePasswordForm(useReadSession());
  return (
    <BrandPage tall={400}>
      <h1 className={styles.title}>{t('account.mustChange')}</h1>
      <p className={styles.lead}>{t('account.mustChangeText')}</p>
      <form className={styles.form} data-page-focus onSubmit={form.onSubmit} noValidate>
        <PasswordFields form={form} size="page" autoFocus />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div className={styles.acts}>
          <Button type="submit" look="ink" size="page" busy={form.busy}>
            {t('account.change')}
          </Button>
          <Button look="quiet" size="page" onPress={() => signOut.mutate()}>
            {t('account.signOut')}
          </Button>
        </div>
      </form>
    </BrandPage>
  );
}
