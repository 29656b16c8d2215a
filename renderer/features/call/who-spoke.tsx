import type { Call } from '@shared/contract/calls';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRested } from '../../ui/use-rested';
import { separatesSpeakers, tracksOf, useDrawing } from '../player';
import { Section } from './section';
import { speakingOf } from './speaking';
import styles from './who-spoke.module.css';

const none: [] = [];
const order = ['agent', 'silence', 'customer', 'overlap'] as const;

/** How the time was shared, if each speaker has a channel or a file. Waits until the selection rests. */
export function WhoSpoke({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayListen = useHolds('calls:playback');
  const isRested = useRested(call.call_id, 250) === call.call_id;
  const tracks = useMemo(() => tracksOf(call), [call]);
  const hasBoth = mayListen && separatesSpeakers(tracks);
  const { drawing, failed } = useDrawing(call.call_id, hasBoth && isRested ? tracks : none);
  const speaking = useMemo(() => drawing && speakingOf(drawing.lanes.map(({ loudness }) => loudness)), [drawing]);
  // Its space is reserved while the peaks load, so that nothing below moves.
  if (!speaking && hasBoth && !failed)
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
          (speaker) =>
            speaking[speaker] > 0 && <i key={speaker} data-speaker={speaker} style={{ flexGrow: speaking[speaker] }} />,
        )}
      </div>
      <dl className={styles.legend}>
        {order.map((speaker) => (
          <div key={speaker} className={styles.entry}>
            <i data-speaker={speaker} aria-hidden="true" />
            <dt>{t(`call.speaking.${speaker}`)}</dt>
            <dd>{format.percent(speaking[speaker])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
