import { Diamond } from 'lucide-react';
import { useMemo } from 'react';
import styles from './marked-moments.module.css';
import { grouped, type Moment, useMoments } from './moments';
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
  const diamonds = useMemo(() => grouped(answers.moments, nearest * span_ms), [answers, span_ms]);
  if (span_ms === 0) return null;
  const shown = notes.call_id === call_id ? flags : [];
  const regions = notes.call_id === call_id ? notes.moments : [];
  const flagNear = ({ position }: Moment) =>
    shown.find((flag) => Math.abs(flag.position - position) < nearest * span_ms)?.position;
  return (
    <div aria-hidden="true">
      {regions.map((moment) => (
        <Region key={moment.label} moment={moment} />
      ))}
      {shown.map((moment) => (
        <Mark key={moment.label} moment={moment} kind="note" />
      ))}
      {answers.call_id === call_id &&
        diamonds.map((moment) => <Mark key={moment.label} moment={moment} kind="answer" beside={flagNear(moment)} />)}
    </div>
  );
}

type Props = {
  moment: Moment;
  kind: 'note' | 'answer';
  /** The position of a flag in its place: it stands next to the flag. */
  beside?: number | undefined;
};

function Mark({ moment, kind, beside }: Props) {
  const view = useView();
  const { position, label, title } = moment;
  const place = momentIn(view, beside ?? position);
  if (!place) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      data-mark={kind}
      data-beside={beside !== undefined || undefined}
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
