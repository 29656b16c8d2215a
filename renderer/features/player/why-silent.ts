import { codecText } from '../../i18n/codec-text';
import { type Failure, mayPass } from './failure';
import { usePlayer } from './store';
import { useWords } from './words';

/** What keeps a call from being heard, in a few words. */
export function useFailureText(): (failure: Failure) => string {
  const { t, language } = useWords();
  return ({ kind, codec }) =>
    t(`failure.${kind}.title`, { codec: codec === null ? t('unknownCodec') : codecText(codec, language) });
}

/** Why there is nothing to play, for the buttons that need something; undefined where there is, or trying again may help. */
export function useWhySilent(): string | undefined {
  const { t } = useWords();
  const failureText = useFailureText();
  const isEmpty = usePlayer(({ status }) => status === 'empty');
  const failure = usePlayer((player) => player.failure);
  if (failure && !mayPass(failure)) return failureText(failure);
  return isEmpty ? t('empty') : undefined;
}
