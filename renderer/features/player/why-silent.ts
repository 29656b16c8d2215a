import { useTranslation } from 'react-i18next';
import { useIsLive } from '../../core/command-entries';
import { runCommand } from '../../core/run-command';
import { codecText } from '../../i18n/codec-text';
import { type Failure, isBarred, mayPass, noAudio } from './failure';
import { usePlayer } from './store';

/** Why a call cannot be played, in a few words. */
export function useFailureText(): (failure: Failure) => string {
  const { t, i18n } = useTranslation();
  return ({ kind, codec }) =>
    t(`player.failure.${kind}.title`, {
      codec: codec === null ? t('player.unknownCodec') : codecText(codec, i18n.language),
    });
}

/** Why there is nothing to play, for the controls that need a call; undefined if there is one, or a retry may help. */
export function useWhySilent(): string | undefined {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const isEmpty = usePlayer(({ status }) => status === 'empty');
  const failure = usePlayer((player) => player.failure);
  const offersSilence = usePlayer((player) => player.offersSilence);
  if (failure && (!mayPass(failure) || isBarred(failure))) return failureText(failure);
  if (!isEmpty) return undefined;
  return offersSilence ? failureText(noAudio) : t('player.empty');
}

/** Plays or pauses; in an empty deck, plays the selected call of the list. Otherwise, why it cannot be done. */
export function usePlayOrPause(): { act: () => void; whyNot?: undefined } | { act?: undefined; whyNot: string } {
  const toggle = usePlayer((player) => player.toggle);
  const isEmpty = usePlayer(({ status }) => status === 'empty');
  const hasList = useIsLive('listPlay');
  const offersSilence = usePlayer((player) => player.offersSilence);
  const whyNot = useWhySilent();
  if (isEmpty && hasList && !offersSilence) return { act: () => runCommand('listPlay') };
  return whyNot === undefined ? { act: toggle } : { whyNot };
}
