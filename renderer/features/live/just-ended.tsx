import { type EndedRecording, listEndedRecordings } from '@shared/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/api';
import { recordingKeys } from '../../api/cache/recordings';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useCall } from '../call';
import { agentOf, partyText, useCallName } from '../parties';
import { PlayCallButton } from '../player';
import styles from './just-ended.module.css';

const shown = 5;

/** The recordings that have ended last, each with its call. */
export function JustEnded() {
  const { t } = useTranslation();
  const id = useId();
  const { data: ended = [] } = useQuery({
    queryKey: recordingKeys.ended,
    queryFn: async ({ signal }) =>
      (await api(listEndedRecordings, { query: { limit: shown }, signal })).ended_recordings,
  });
  if (ended.length === 0) return null;
  return (
    <section className={styles.ended} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('live.justEnded')}
      </h2>
      <ul>
        {ended.map((recording) => (
          <Ended key={recording.recording_id} recording={recording} />
        ))}
      </ul>
    </section>
  );
}

function Ended({ recording: { call_id, ended_at } }: { recording: EndedRecording }) {
  const format = useFormat();
  const callName = useCallName();
  const { data: call } = useCall(call_id);
  if (!call) return null;
  return (
    <li className={styles.row}>
      <span className={styles.time} data-figures>
        {format.started(ended_at)}
      </span>
      <Link className={styles.name ?? ''} to={`/review?call=${call_id}`}>
        {callName(call)}
      </Link>
      <span className={styles.agent}>{partyText(agentOf(call)) ?? ''}</span>
      <span className={styles.length} data-figures>
        {lengthText(call.duration)}
      </span>
      {call.files.length > 0 && <PlayCallButton call={call} />}
    </li>
  );
}
