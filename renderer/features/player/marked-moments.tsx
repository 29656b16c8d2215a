import { Diamond } from 'lucide-react';
import { useMemo } from 'react';
import styles from './marked-moments.module.css';
import { besideFlags, grouped, type Moment, useMoments } from './moments';
import { usePlayer } from './store';
import { momentIn, spanIn } from './view';
import { useView } from './zoom';

/** The minimum distance of two marks, as a share of the axis. */
const nearest = 0.022;

/**
 * The notes of the call as flags with their numbers, and the linked answers as diamonds with the numbers of their
 * questions. A click seeks. For the keyboard and screen readers they are in the list of notes and in the form.
 */
export function MarkedMoments() {
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

type Props = { moment: Moment & { flag?: number | undefined }; kind: 'note' | 'answer' };

function Mark({ moment, kind }: Props) {
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
