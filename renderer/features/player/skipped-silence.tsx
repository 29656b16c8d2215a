import { ChevronsRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { Icon } from '../../ui/icon';
import { savedByOne } from './peaks';
import styles from './skipped-silence.module.css';
import { usePlayer } from './store';
import { spanIn } from './view';
import { useView } from './zoom';

/** The shares of the axis from which a skipped part has a sign, and the time that it saves. */
const [signFrom, timeFrom] = [0.018, 0.06];

/** The silences that are skipped: the lanes fade to dots, with a sign and the time saved above them. */
export function SkippedSilence() {
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
