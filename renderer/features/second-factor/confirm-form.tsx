import { confirmSecondFactor, type SecondFactor } from '@shared/contract/second-factor';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadSession } from '../../core/session';
import { TextLine } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { AddressText } from '../../ui/address-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { useCopy } from '../../ui/use-copy';
import styles from './second-factor-page.module.css';

/** Shows a new secret for an authenticator app, and asks for a code of it. */
export function ConfirmForm({ secret, url, user_id, leave }: SecondFactor & { user_id: string; leave: ReactNode }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const readSession = useReadSession();
  const form = useApiForm(confirmSecondFactor, {
    values: { otp: '' },
    params: { user_id },
    onSaved: readSession,
    onRefused: () => form.setFocus('otp'),
  });
  return (
    <>
      <p className={styles.lead}>{t('secondFactor.add')}</p>
      <dl className={styles.texts}>
        <dt>{t('secondFactor.secret')}</dt>
        <dd className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
        <dt>{t('secondFactor.link')}</dt>
        <dd className={styles.link}>
          <AddressText>{url}</AddressText>
        </dd>
      </dl>
      <div className={styles.acts}>
        <Button onPress={() => copy(secret)}>{t('secondFactor.copySecret')}</Button>
        <Button onPress={() => copy(url)}>{t('secondFactor.copyLink')}</Button>
      </div>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <TextLine
          form={form}
          size="page"
          name="otp"
          label={t('secondFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div className={styles.acts}>
          <Button type="submit" look="ink" size="page" busy={form.busy}>
            {t('secondFactor.confirm')}
          </Button>
          {leave}
        </div>
      </form>
    </>
  );
}
