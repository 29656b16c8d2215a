import type { Call } from '@shared/contract/calls';
import { TriangleAlert } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import { Tooltip } from '../../ui/tooltip';
import { agentOf, customerOf, partyText } from '../parties';
import { LaneHead } from './lane-head';
import { Loop } from './loop';
import { Markers } from './markers';
import { Overview } from './overview';
import { Playhead } from './playhead';
import { Ruler } from './ruler';
import { SeekBar } from './seek-bar';
import styles from './timeline.module.css';
import { gapsOf, lanesOf, type Track } from './tracks';
import type { Drawing } from './use-peaks';
import { useWheel } from './use-wheel';
import { Waveform } from './waveform';
import { useWhySilent } from './why-silent';
import { useZoom } from './zoom';

type Props = { call: Call | null; tracks: Track[]; drawing: Drawing | null; failed: boolean };

/** Lane heads on the left; markers, lanes, ruler and the playhead over one time axis on the right. Zoomed, an overview above. */
export function Timeline({ call, tracks, drawing, failed }: Props) {
  const lanes = useMemo(() => lanesOf(tracks), [tracks]);
  const gaps = useMemo(() => (call ? gapsOf(call) : []), [call]);
  const names = { agent: call && partyText(agentOf(call)), customer: call && partyText(customerOf(call)), both: null };
  const truncated = call?.files.some((file) => file.truncated) ?? false;
  const axis = useRef<HTMLDivElement>(null);
  useWheel(axis);
  const isZoomed = useZoom(({ view }) => view !== null);
  return (
    <div className={styles.timeline} data-zoomed={isZoomed || undefined}>
      <Overview drawing={drawing} />
      <div className={styles.heads}>
        {lanes.map((lane) => (
          <LaneHead key={lane} lane={lane} name={names[lane]} />
        ))}
      </div>
      {truncated && <Truncated />}
      <div ref={axis} className={styles.axis}>
        <Markers gaps={gaps} />
        <div className={styles.lanes} aria-hidden="true">
          {lanes.map((lane) => (
            <div key={lane} className={styles.lane} />
          ))}
          <Waveform drawing={drawing} />
          <Status loaded={call !== null} drawn={drawing !== null} failed={failed} />
        </div>
        <Ruler />
        <SeekBar lanes={drawing?.lanes ?? null} />
        <Loop />
        <Playhead />
      </div>
    </div>
  );
}

function Status({ loaded, drawn, failed }: { loaded: boolean; drawn: boolean; failed: boolean }) {
  const { t } = useTranslation();
  const whySilent = useWhySilent();
  if (drawn) return null;
  return <p className={styles.status}>{loaded ? t(failed ? 'player.noDrawing' : 'player.drawing') : whySilent}</p>;
}

function Truncated() {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('player.truncatedHint')} placement="top">
      <Focusable>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that its tooltip can be had with the keyboard */}
        <span className={styles.truncated} role="note" tabIndex={0}>
          <Icon of={TriangleAlert} size={12} />
          {t('player.truncated')}
        </span>
      </Focusable>
    </Tooltip>
  );
}
