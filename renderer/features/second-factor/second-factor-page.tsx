import { createSecondFactor } from '@shared/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { useSignedIn, useSignOut } from '../../core/session';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { BrandPage } from '../../ui/brand-page';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { ConfirmForm } from './confirm-form';
import styles from './second-factor-page.module.css';

/** For a user who must set up a second factor: shows a new secret, and asks for the first code. */
export function SecondFactorPage() {
  const { t } = useTranslation();
  const { user_id } = useSignedIn().user;
  const refusalText = useRefusalText();
  const signOut = useSignOut();
  const start = useMutation({ gcTime: 0, mutationFn: () => api(createSecondFactor, { params: { user_id } }) });
  const leave = (
    <Button look="quiet" size="page" onPress={() => signOut.mutate()}>
      {t('secondFactor.signOut')}
    </Button>
  );
  return (
    <BrandPage tall={start.data ? 440 : 200}>
      <h1 className={styles.title}>{t('secondFactor.title')}</h1>
      {start.data ? (
        <ConfirmForm {...start.data.second_factor} user_id={user_id} leave={leave} isPage />
      ) : (
        <>
          <p className={styles.lead}>{t('secondFactor.lead')}</p>
          {start.error !== null && <FormMessage>{refusalText(start.error)}</FormMessage>}
          <div className={styles.acts}>
            <Button look="ink" size="page" busy={start.isPending} onPress={() => start.mutate()} autoFocus>
              {t('secondFactor.start')}
            </Button>
            {leave}
          </div>
        </>
      )}
    </BrandPage>
  );
}
