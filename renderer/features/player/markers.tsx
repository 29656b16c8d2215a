import { wholeSeconds } from '@shared/duration';
import { ChevronsRight, Diamond, Pause } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import styles from './markers.module.css';
import { besideFlags, grouped, type Moment, useMoments } from './moments';
import { savedByOne } from './peaks';
import { usePlayer } from './store';
import type { Gap } from './tracks';
import { momentIn, spanIn } from './view';
import { useView } from './zoom';

/** The row above the lanes: skipped parts, marked moments, and the boundaries between files. */
export function Markers({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <div className={styles.row}>
      <SkippedSilence />
      <MarkedMoments />
      {gaps.map((gap, index) => (
        <Break key={gap.position_ms} gap={gap} until_ms={gaps[index + 1]?.position_ms ?? Number.POSITIVE_INFINITY} />
      ))}
    </div>
  );
}

/** The end of a file: shows what is missing there, if there is space before the next break. */
function Break({ gap, until_ms }: { gap: Gap; until_ms: number }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const view = useView();
  const place = momentIn(view, gap.position_ms) && spanIn(view, gap.position_ms, until_ms);
  if (!place) return null;
  const time = clock(gap.start_time);
  const missing = lengthText(gap.missing_ms / 1000);
  const isMissing = wholeSeconds(gap.missing_ms) > 0;
  const isPaused = gap.isPaused && isMissing;
  return (
    <div
      className={styles.break}
      data-paused={isPaused || undefined}
      style={place}
      role="note"
      title={t(`player.gap.${isPaused ? 'paused' : isMissing ? 'missing' : 'none'}`, {
        from: clock(gap.stop_time),
        until: time,
        missing,
      })}
    >
      <span className={styles.time}>{time}</span>
      {isPaused && (
        <span className={styles.paused}>
          <Pause size={10} fill="currentColor" aria-hidden="true" />
          {missing}
        </span>
      )}
      {isMissing && !isPaused && <span className={styles.missing}>{t('player.gap.short', { missing })}</span>}
    </div>
  );
}

/** The shares of the axis from which a skipped part has a sign, and the time that it saves. */
const [signFrom, timeFrom] = [0.018, 0.06];

/** The silences that are skipped: the lanes fade to dots, with a sign and the time saved above them. */
function SkippedSilence() {
  const skips = usePlayer((player) => player.skips_silence);
  return skips ? <Spans /> : null;
}

function Spans() {
  const { t } = useTranslation();
  const view = useView();
  const silences = usePlayer((player) => player.silences);
  const isMono = usePlayer(({ tracks }) => tracks.every(({ lanes }) => lanes.includes('both')));
  return silences.map((span) => {
    const place = spanIn(view, span.start_ms, span.end_ms);
    if (!place) return null;
    const share = (span.end_ms - span.start_ms) / view.span_ms;
    const time = lengthText(savedByOne(span) / 1000);
    return (
      <div key={span.start_ms} className={styles.span} style={place} data-mono={isMono || undefined} data-skipped>
        {share >= signFrom && (
          <span className={styles.sign} title={t('player.silence.skipped', { time })} data-figures>
            <Icon of={ChevronsRight} size={14} />
            {share >= timeFrom && time}
          </span>
        )}
      </div>
    );
  });
}

/** The minimum distance of two marks, as a share of the axis. */
const nearest = 0.022;

/**
 * The notes of the call as flags with their numbers, and the linked answers as diamonds with the numbers of their
 * questions. A click seeks. For the keyboard and screen readers they are in the list of notes and in the form.
 */
function MarkedMoments() {
  const call_id = usePlayer((player) => player.call_id);
  const { span_ms } = useView();
  const { notes, answers } = useMoments();
  const flags = useMemo(() => grouped(notes.moments, nearest * span_ms), [notes, span_ms]);
  const ofCall = notes.call_id === call_id;
  const diamonds = useMemo(
    () => besideFlags(answers.moments, ofCall ? flags : [], nearest * span_ms),
    [answers, ofCall, flags, span_ms],
  );
  if (span_ms === 0) return null;
  const shown = ofCall ? flags : [];
  const regions = ofCall ? notes.moments : [];
  return (
    <div aria-hidden="true">
      {regions.map((moment) => (
        <Region key={moment.label} moment={moment} />
      ))}
      {shown.map((moment) => (
        <Mark key={moment.label} moment={moment} kind="note" />
      ))}
      {answers.call_id === call_id &&
        diamonds.map((moment) => <Mark key={moment.label} moment={moment} kind="answer" />)}
    </div>
  );
}

type MarkProps = { moment: Moment & { flag?: number | undefined }; kind: 'note' | 'answer' };

function Mark({ moment, kind }: MarkProps) {
  const view = useView();
  const { position, label, title, flag } = moment;
  const besideFlag = flag === undefined ? null : momentIn(view, flag);
  const place = besideFlag ?? momentIn(view, position);
  if (!place) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      data-mark={kind}
      data-beside={besideFlag !== null || undefined}
      style={place}
      title={title}
      onClick={() => usePlayer.getState().seek(position)}
    >
      {kind === 'answer' && <Diamond size={11} strokeWidth={2} />}
      {label}
    </button>
  );
}

/** The region of a note, as far as it is in view. */
function Region({ moment: { position, end_position } }: { moment: Moment }) {
  const view = useView();
  const place = end_position === null ? null : spanIn(view, position, end_position);
  return place && <span className={styles.region} style={place} data-region />;
}
