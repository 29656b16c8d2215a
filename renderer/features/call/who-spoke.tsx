import type { Call } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../app/session';
import { useRested } from '../../ui/use-rested';
import { peaksOf } from '../player';
import { Section } from './section';
import { speakingOf } from './speaking';
import styles from './who-spoke.module.css';

const order = ['agent', 'silence', 'customer', 'overlap'] as const;

/** How the time was shared, where each speaker has a channel. Waits until the selection rests. */
export function WhoSpoke({ call }: { call: Call }) {
  const { t } = useTranslation();
  const mayListen = useHolds('calls:playback');
  const rested = useRested(call.call_id, 250);
  const hasBoth = mayListen && call.files.some(({ channels }) => channels === 2);
  const { data: peaks, isPending } = useQuery({
    ...peaksOf(call.call_id, null),
    enabled: hasBoth && rested === call.call_id,
    retry: false,
  });
  const speaking = useMemo(() => peaks && speakingOf(peaks.channels), [peaks]);
  // Its room is kept while the peaks are read: what is below does not move.
  if (!speaking && hasBoth && isPending)
    return (
      <Section title={t('call.whoSpoke')} note={t('call.fromWaveform')}>
        <div className={styles.waiting} aria-busy="true" />
      </Section>
    );
  if (!speaking) return null;
  return (
    <Section title={t('call.whoSpoke')} note={t('call.fromWaveform')}>
      <div className={styles.bar} aria-hidden="true">
        {(['agent', 'customer', 'overlap', 'silence'] as const).map(
          (who) => speaking[who] > 0 && <i key={who} data-who={who} style={{ flexGrow: speaking[who] }} />,
        )}
      </div>
      <dl className={styles.legend}>
        {order.map((who) => (
          <div key={who} className={styles.entry}>
            <i data-who={who} aria-hidden="true" />
            <dt>{t(`call.speaking.${who}`)}</dt>
            <dd>{t('call.percent', { value: speaking[who] })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
