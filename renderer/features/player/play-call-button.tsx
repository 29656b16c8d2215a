import type { Call } from '@shared/contract/calls';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { Icon } from '../../ui/icon';
import { IconButton, type IconButtonProps } from '../../ui/icon-button';
import { useCallName } from '../parties';
import { usePlayer } from './store';

type Props = Pick<IconButtonProps, 'size' | 'edge'> & { call: Call };

/** Plays a call in the deck of this page, or pauses it. */
export function PlayCallButton({ call, ...look }: Props) {
  const { t } = useTranslation();
  const name = useCallName()(call);
  const mayPlay = useHolds('calls:playback');
  const isPlaying = usePlayer((player) => player.call_id === call.call_id && player.playing);
  const press = () => {
    const { load, pause } = usePlayer.getState();
    if (isPlaying) pause();
    else load(call, { play: true });
  };
  return (
    <IconButton
      label={t(isPlaying ? 'player.pauseCall' : 'player.playCall', { name })}
      unavailable={mayPlay ? undefined : t('player.mayNotPlay')}
      onPress={press}
      {...look}
    >
      <Icon of={isPlaying ? Pause : Play} size={14} fill="currentColor" />
    </IconButton>
  );
}
