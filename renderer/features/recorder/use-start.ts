import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../../core/session';
import { useChoices } from './choices';
import { takeParty, useParty } from './next-party';
import { start } from './recorder';
import { readInputs, systemSound } from './sources';
import { useRecorder } from './state';

/**
 * Starts a recording with the sources that the user has chosen last, and the other party that is typed. A device that is
 * gone gives way to the first one.
 */
export function useStart(): () => Promise<void> {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const mayPause = useHolds('calls:pause_recording');
  return async () => {
    const { you, caller, rate } = useChoices.getState();
    const inputs = await readInputs();
    const first = inputs.find(({ id }) => id === you) ?? inputs[0] ?? { id: '', name: t('recorder.noMicrophone') };
    const second =
      caller === systemSound
        ? { id: systemSound, name: t('recorder.systemSound') }
        : inputs.find(({ id }) => id === caller && id !== first.id);
    const chosen = second ? [first, second] : [first];
    const { user_id, name } = user;
    const party = takeParty();
    await start({
      sources: chosen.map(({ id }) => id),
      names: chosen.map((source) => source.name),
      rate,
      party,
      user: { user_id, name },
      mayPause,
    });
    // It can be started again.
    if (useRecorder.getState().error !== null) useParty.setState(party);
  };
}
