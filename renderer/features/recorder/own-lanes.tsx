import { useTranslation } from 'react-i18next';
import { useNow } from '../../core/use-now';
import { Lanes } from './lanes';
import { useSound } from './sound';

const quietMs = 10_000;

/** The lanes of the recording of this machine's audio, by the names of its sources. */
export function OwnLanes({ names, live }: { names: readonly string[]; live: boolean }) {
  const { t } = useTranslation();
  const now = useNow();
  const { trace, keptMs, levels, quietSince } = useSound();
  const hasTwo = names.length > 1;
  const isQuiet = (since: number | null | undefined) => live && typeof since === 'number' && now - since > quietMs;
  const sides = names.map((source, channel) => ({
    name: t(hasTwo ? (channel === 0 ? 'recorder.you' : 'recorder.caller') : 'recorder.both'),
    source,
    peak: levels[channel] ?? 0,
    warning: isQuiet(quietSince[channel]) ? t('recorder.quiet', { name: source }) : undefined,
  }));
  return <Lanes sides={sides} trace={trace} keptMs={keptMs} live={live} />;
}
