import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../../core/session';
import { useChoices } from './choices';
import { start } from './recorder';
import { readInputs, systemSound } from './sources';
import type { Wanted } from './state';

/** Starts a recording with the sources that the user has chosen last. A device that is gone gives way to the first one. */
export function useStart(): (party: Wanted['party']) => Promise<void> {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const mayPause = useHolds('calls:pause_recording');
  return async (party) => {
    const { you, caller, rate } = useChoices.getState();
    const inputs = await readInputs();
    const first = inputs.find(({ id }) => id === you) ?? inputs[0] ?? { id: '', name: t('recorder.noMicrophone') };
    const second =
      caller === systemSound
        ? { id: systemSound, name: t('recorder.systemSound') }
        : inputs.find(({ id }) => id === caller && id !== first.id);
    const chosen = second ? [first, second] : [first];
    const { user_id, name } = user;
    await start({
      sources: chosen.map(({ id }) => id),
      names: chosen.map((source) => source.name),
      rate,
      party,
      user: { user_id, name },
      mayPause,
    });
  };
}
