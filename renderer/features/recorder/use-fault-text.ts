import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useRefusalText } from '../../i18n/use-refusal-text';

const known = ['NotAllowedError', 'NotFoundError', 'OverconstrainedError', 'NotReadableError'] as const;

/** Why a recording could not begin, in one sentence: a refusal of the API, or of a device. */
export function useFaultText(): (error: unknown) => string {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  return (error) => {
    if (isRefusal(error)) return refusalText(error);
    const name = error instanceof DOMException ? known.find((one) => one === error.name) : undefined;
    return t(`recorder.fault.${name ?? 'other'}`);
  };
}
