import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { nameOf, unknownOf } from './parties';

/** The title of a call, with a text for one without any names. */
export function useCallName(): (call: Call) => string {
  const { t } = useTranslation();
  return (call) => nameOf(call) ?? t(unknownOf(call));
}
