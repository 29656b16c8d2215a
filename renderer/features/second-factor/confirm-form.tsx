import { confirmSecondFactor, type SecondFactor } from '@shared/contract/second-factor';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadSession } from '../../core/session';
import { TextLine } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { QrCode } from '../../ui/qr-code';
import { useCopy } from '../../ui/use-copy';
import styles from './second-factor-page.module.css';

type Props = SecondFactor & {
  user_id: string;
  /** The button that leaves without a second factor. */
  leave: ReactNode;
  /** It is all that the page shows. */
  isPage?: boolean;
};

/** Shows a new secret for an authenticator app, and asks for a code of it. */
export function ConfirmForm({ secret, url, user_id, leave, isPage = false }: Props) {
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
      <p className={isPage ? styles.lead : styles.add}>{t('secondFactor.add')}</p>
      <div className={styles.given}>
        <QrCode text={url} label={t('secondFactor.qrCode')} />
        <div className={styles.beside}>
          <dl className={styles.texts}>
            <dt>{t('secondFactor.secret')}</dt>
            <dd>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
          </dl>
          <Button onPress={() => copy(secret)}>{t('secondFactor.copySecret')}</Button>
          <Button onPress={() => copy(url)}>{t('secondFactor.copyLink')}</Button>
        </div>
      </div>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <TextLine
          form={form}
          size={isPage ? 'page' : 'input'}
          name="otp"
          label={t('secondFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div className={styles.acts}>
          <Button type="submit" look="ink" size={isPage ? 'page' : 'control'} busy={form.busy}>
            {t('secondFactor.confirm')}
          </Button>
          {leave}
        </div>
      </form>
    </>
  );
}
