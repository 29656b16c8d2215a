import { Diamond } from 'lucide-react';
import { useMemo } from 'react';
import styles from './marked-moments.module.css';
import { grouped, type Moment, useMoments } from './moments';
import { usePlayer } from './store';

/** The minimum distance of two marks, as a share of the call. */
const nearest = 0.022;

/**
 * The notes of the call as flags with their numbers, and the linked answers as diamonds with the numbers of their
 * questions. A click seeks. For the keyboard and screen readers they are in the list of notes and in the form.
 */
export function MarkedMoments() {
  const call_id = usePlayer((player) => player.call_id);
  const duration_ms = usePlayer((player) => player.duration_ms);
  const { notes, answers } = useMoments();
  const flags = useMemo(() => grouped(notes.moments, nearest * duration_ms), [notes, duration_ms]);
  const diamonds = useMemo(() => grouped(answers.moments, nearest * duration_ms), [answers, duration_ms]);
  if (duration_ms === 0) return null;
  const shown = notes.call_id === call_id ? flags : [];
  const isNear = ({ position }: Moment) =>
    shown.some((flag) => Math.abs(flag.position - position) < nearest * duration_ms);
  return (
    <div aria-hidden="true">
      {shown.map((moment) => (
        <Mark key={moment.label} moment={moment} kind="note" />
      ))}
      {answers.call_id === call_id &&
        diamonds.map((moment) => <Mark key={moment.label} moment={moment} kind="answer" isBeside={isNear(moment)} />)}
    </div>
  );
}

type Props = {
  moment: Moment;
  kind: 'note' | 'answer';
  /** A flag is in its place, so it stands beside the flag. */
  isBeside?: boolean;
};

function Mark({ moment, kind, isBeside = false }: Props) {
  const duration_ms = usePlayer((player) => player.duration_ms);
  const { position, end_position, label, title } = moment;
  const share = (ms: number) => `${Math.min(100, (ms / duration_ms) * 100)}%`;
  const width = end_position === null ? undefined : share(end_position - position);
  return (
    <>
      {width !== undefined && (
        <span className={styles.region} style={{ insetInlineStart: share(position), inlineSize: width }} />
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.mark}
        data-mark={kind}
        data-beside={isBeside || undefined}
        style={{ insetInlineStart: share(position) }}
        title={title}
        onClick={() => usePlayer.getState().seek(position)}
      >
        {kind === 'answer' && <Diamond size={11} strokeWidth={2} />}
        {label}
      </button>
    </>
  );
}
