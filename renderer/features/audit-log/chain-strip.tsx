import { type AuditFault, verifyAuditLog } from '@shared/contract/audit-log';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { useReachesEvery, useZone } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import styles from './chain-strip.module.css';
import { useNewest } from './entries';

/** Whether the log is as it was written. Verified on request, by people whose role reaches every tenant. */
export function ChainStrip() {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const newest = useNewest();
  const unavailable = useUnavailable();
  const { data, error, isPending, checked, mutate, cancel } = useVerification();
  const isBroken = !isPending && data?.fault != null;
  const sign = isBroken ? CircleAlert : Link2;
  return (
    <section className={styles.strip} aria-label={t('audit.chain')} data-state={stateOf(isPending, data)}>
      <Icon of={sign} size={18} />
      <div className={styles.words} role="status">
        {isPending ? (
          <>
            <p className={styles.title}>{t('audit.checking')}</p>
            <p className={styles.text} aria-hidden="true">
              {t('audit.checked', {
                checked: format.figure(checked),
                all: format.figure(Math.max(newest ?? 0, checked)),
              })}
            </p>
          </>
        ) : error ? (
          <>
            <p className={styles.title}>{t('audit.notChecked')}</p>
            <p className={styles.text}>{refusalText(error)}</p>
          </>
        ) : data ? (
          <Result {...data} />
        ) : (
          <>
            <p className={styles.title}>{t('audit.sealed')}</p>
            <p className={styles.text}>
              {newest !== undefined &&
                newest > 0 &&
                `${t('audit.count', { count: newest, shown: format.figure(newest) })}. `}
              {t('audit.sealedText')}
            </p>
          </>
        )}
      </div>
      {isPending && newest !== undefined && newest > 0 && (
        <progress className={styles.progress} value={checked} max={newest} aria-label={t('audit.checking')} />
      )}
      {isPending ? (
        <Button onPress={cancel}>{t('ui.cancel')}</Button>
      ) : (
        <Button unavailable={unavailable} onPress={() => mutate()}>
          {t(data ? 'audit.checkAgain' : 'audit.check')}
        </Button>
      )}
    </section>
  );
}

const stateOf = (isPending: boolean, data: Verified | null | undefined): string | undefined =>
  isPending || !data ? undefined : data.fault ? 'broken' : 'whole';

function Result({ entries, fault, at }: Verified) {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const when = format.now(new Date(at), zone);
  if (!fault) {
    return (
      <>
        <p className={styles.title}>{t('audit.whole')}</p>
        <p className={styles.text}>{t('audit.wholeText', { count: entries, shown: format.figure(entries), when })}</p>
      </>
    );
  }
  return (
    <>
      <p className={styles.title}>
        {t(`audit.fault.${fault.kind}`, { entry: format.figure(fault.audit_id) })} {t('audit.checkedAt', { when })}
      </p>
      <p className={styles.text}>{t('audit.brokenText')}</p>
    </>
  );
}

/** Why this user cannot verify the log. */
function useUnavailable(): string | undefined {
  const { t } = useTranslation();
  return useReachesEvery() ? undefined : t('audit.everyTenantOnly');
}

type Verified = { entries: number; fault: AuditFault | null; at: string };

/** Reads the log part by part; null when it is aborted. */
async function verify(signal: AbortSignal, onChecked: (entries: number) => void): Promise<Verified | null> {
  let after = 0;
  while (true) {
    const part = await api(verifyAuditLog, { query: { after }, signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (!part) return null;
    const { entries, fault, is_complete } = part.verification;
    onChecked(entries);
    if (is_complete) return { entries, fault, at: new Date().toISOString() };
    after = entries;
  }
}

/** Verifies the whole log. `checked` counts the entries meanwhile. */
function useVerification() {
  const [checked, setChecked] = useState(0);
  const stop = useRef<AbortController>(null);
  const run = useMutation({
    gcTime: 0,
    mutationFn: async (): Promise<Verified | null> => {
      const control = new AbortController();
      stop.current = control;
      setChecked(0);
      return verify(control.signal, setChecked);
    },
  });
  useEffect(() => () => stop.current?.abort(), []);
  return { ...run, checked, cancel: () => stop.current?.abort() };
}
