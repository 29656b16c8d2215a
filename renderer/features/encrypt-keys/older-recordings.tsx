import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { cancelRewrap, type Rewrap, startRewrap } from '@shared/contract/rewraps';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { encryptKeyKeys } from '../../api/cache/encrypt-keys';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { Section } from '../../form/section';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { ProgressRing } from '../../ui/progress-ring';
import { useRewrap } from './encrypt-keys';
import styles from './older-recordings.module.css';

/** Encrypts the older recordings to a key too, with progress. */
export function OlderRecordings({ encryptKey: { key_id } }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const mayEdit = useMay(startRewrap);
  const { data: rewrap } = useRewrap(key_id);
  const onSuccess = () => refresh([encryptKeyKeys.rewrap(key_id)]);
  const params = { key_id };
  const begin = useMutation({ mutationFn: () => api(startRewrap, { params }), onSuccess });
  const stop = useMutation({ mutationFn: () => api(cancelRewrap, { params }), onSuccess });
  const unavailable = mayEdit ? undefined : t('encryptKeys.mayNotEdit');
  const failure = begin.error ?? stop.error;
  const isRunning = rewrap?.status === 'running';
  return (
    <Section title={t('encryptKeys.older')} hint={t('encryptKeys.olderHint')}>
      <div className={styles.row}>
        {isRunning ? (
          <Button busy={stop.isPending} unavailable={unavailable} onPress={() => stop.mutate()}>
            {t('encryptKeys.olderStop')}
          </Button>
        ) : (
          <Button busy={begin.isPending} unavailable={unavailable} onPress={() => begin.mutate()}>
            {t('encryptKeys.olderBegin')}
          </Button>
        )}
        {rewrap && <Progress rewrap={rewrap} />}
      </div>
      {failure && <FormMessage>{refusalText(failure)}</FormMessage>}
    </Section>
  );
}

function Progress({ rewrap: { status, total, done, failed } }: { rewrap: Rewrap }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isRunning = status === 'running';
  const figures = { done: format.figure(done), total: format.figure(total), failed: format.figure(failed) };
  return (
    <p className={styles.progress} role="status">
      {isRunning && <ProgressRing value={total === 0 ? 0 : (done + failed) / total} label={t('encryptKeys.older')} />}
      <span aria-hidden={isRunning}>{t(`encryptKeys.rewrap.${status}`, figures)}</span>
      {failed > 0 && ` ${t('encryptKeys.rewrapFailed', { count: failed, ...figures })}`}
    </p>
  );
}
