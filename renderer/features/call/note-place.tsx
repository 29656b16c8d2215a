import { useTranslation } from 'react-i18next';
import { Segments } from '../../ui/segments';
import { Switch } from '../../ui/switch';
import { usePlayer } from '../player';
import { inSeconds, whereOf } from './note-text';

/** Where a note is: at a moment, over a region, or, without both, on the whole call. */
export type Where = { position: number | null; end_position: number | null };
export const onWholeCall: Where = { position: null, end_position: null };

/** The moment at which the user begins to write, and the region that was marked or is repeated then; null for another call. */
export type Places = { moment: Where | null; region: Where | null };

export function placesOf(call_id: string): Places {
  const { call, position_ms, loop, region } = usePlayer.getState();
  const span = region ?? loop;
  if (call?.call_id !== call_id) return { moment: null, region: null };
  return {
    moment: { position: Math.round(position_ms), end_position: null },
    region: span && { position: Math.round(span.start_ms), end_position: Math.round(span.end_ms) },
  };
}

/** The place that a note has unless the user chooses another one. */
export const placeAtFirst = ({ moment, region }: Places): Where => region ?? moment ?? onWholeCall;

type Props = { places: Places; value: Where; onChange: (where: Where) => void; compact?: boolean };

/** The choice of the place of a note. */
export function NotePlace({ places: { moment, region }, value, onChange, compact = false }: Props) {
  const { t } = useTranslation();
  if (moment === null) return null;
  if (region === null && !compact)
    return (
      <Switch
        label={t('notes.at', { time: whereOf(moment) })}
        value={value.position !== null}
        onChange={(at) => onChange(at ? moment : onWholeCall)}
      />
    );
  return (
    <Segments
      label={t('notes.where')}
      value={value.end_position !== null ? 'region' : value.position !== null ? 'moment' : 'call'}
      onChange={(to) => onChange((to === 'region' ? region : to === 'moment' ? moment : null) ?? onWholeCall)}
      choices={[
        ...(region === null ? [] : [{ id: 'region', name: whereOf(region) }]),
        { id: 'moment', name: inSeconds(moment.position ?? 0) },
        { id: 'call', name: t('notes.onCall') },
      ]}
      compact={compact}
    />
  );
}
