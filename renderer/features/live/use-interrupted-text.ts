import type { OpenRecording } from '@shared/contract/recordings';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../core/use-today';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';

/** `Interrupted at 02:24, 3:15 kept`; with its day, if that is not today. */
export function useInterruptedText() {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  return ({ at, kept_ms }: NonNullable<OpenRecording['interrupted']>): string => {
    const when = at.startsWith(today)
      ? t('live.interruptedAt', { time: format.clock(at).slice(0, 5) })
      : t('live.interruptedOn', { time: format.started(at) });
    return kept_ms === null ? when : `${when}, ${t('live.kept', { length: lengthText(kept_ms / 1000) })}`;
  };
}
