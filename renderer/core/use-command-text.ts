import { useTranslation } from 'react-i18next';
import type { CommandId } from './commands';
import { useSteps } from './player-steps';

/** The text of a command, in the language of the window or in another one. */
export function useCommandText(): (id: CommandId, lng?: 'en' | 'de') => string {
  const { t } = useTranslation();
  const steps = useSteps();
  return (id, lng) => t(`keys.command.${id}`, { ...steps, ...(lng && { lng }) });
}
