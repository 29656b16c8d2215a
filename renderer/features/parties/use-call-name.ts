import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { nameOf, unknownOf } from './parties';

/** What a call is called on the screen, also where nothing is known of it. */
export function useCallName(): (call: Call) => string {
  const { t } = useTranslation();
  return (call) => nameOf(call) ?? t(unknownOf(call));
}
