import type { Call, Talk } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Section } from './section';
import styles from './who-spoke.module.css';

/** How the time of a call was shared, as the archive measured it. */
export function WhoSpoke({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { talk, files } = call;
  if (files.length === 0 || talk?.total_ms === 0) return null;
  return (
    <Section title={t('call.whoSpoke')} note={t('call.fromWaveform')}>
      {talk === null ? (
        <>
          <div className={styles.waiting} aria-hidden="true" />
          <p className={styles.note}>{t('call.isMeasured')}</p>
        </>
      ) : (
        <Measured talk={talk} />
      )}
    </Section>
  );
}

function Measured({ talk }: { talk: Talk }) {
  const { t } = useTranslation();
  const format = useFormat();
  const percent = (share: number | null) => (share === null ? '–' : format.percent(share));
  const length = (ms: number | null) => (ms === null ? '–' : lengthText(Math.floor(ms / 1000)));
  const [agent, customer, overlap] = [talk.talk_ms_agent ?? 0, talk.talk_ms_customer ?? 0, talk.overlap_ms ?? 0];
  const isSeparated = talk.channels === 2;
  const parts = isSeparated
    ? ([
        ['agent', agent - overlap],
        ['customer', customer - overlap],
        ['overlap', overlap],
        ['silence', talk.silence_ms],
      ] as const)
    : ([
        ['both', talk.total_ms - talk.silence_ms],
        ['silence', talk.silence_ms],
      ] as const);
  const shares = isSeparated
    ? ([
        ['agent', talk.talk_share_agent],
        ['silence', talk.silence_share],
        ['customer', talk.talk_share_customer],
        ['overlap', talk.overlap_share],
      ] as const)
    : ([['silence', talk.silence_share]] as const);
  const side = talk.longest_monologue_side;
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(([speaker, ms]) => ms > 0 && <i key={speaker} data-speaker={speaker} style={{ flexGrow: ms }} />)}
      </div>
      <dl className={styles.legend}>
        {shares.map(([speaker, share]) => (
          <div key={speaker} className={styles.entry}>
            <i data-speaker={speaker} aria-hidden="true" />
            <dt>{t(`call.speaking.${speaker}`)}</dt>
            <dd>{percent(share)}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.figures}>
        <Figure name={t('call.longestSilence')}>{length(talk.longest_silence_ms)}</Figure>
        {isSeparated && (
          <>
            <Figure name={t('call.longestMonologue')}>
              {side === null
                ? '–'
                : t('call.ofSpeaker', { length: length(talk.longest_monologue_ms), side: t(`call.speaking.${side}`) })}
            </Figure>
            <Figure name={t('call.interruptions')}>
              {t('call.interruptionsBy', {
                agent: talk.interruptions_agent ?? 0,
                customer: talk.interruptions_customer ?? 0,
              })}
            </Figure>
          </>
        )}
      </dl>
      {!isSeparated && <p className={styles.note}>{t('call.oneChannel')}</p>}
    </>
  );
}

const Figure = ({ name, children }: { name: string; children: string }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd data-figures>{children}</dd>
  </div>
);
