import {
  callDirectionLabels,
  callStateLabels,
  onDemandStateLabels,
  partyDirectionLabels,
  partyTypeLabels,
  recordStateLabels,
  voipProtocolLabels,
} from '@shared/codes';
import { useTranslation } from 'react-i18next';
import { isTextKey } from '../../i18n/i18n';

const tables = {
  protocol_call_direction: callDirectionLabels,
  call_state: callStateLabels,
  record_state: recordStateLabels,
  voip_protocol: voipProtocolLabels,
  on_demand_state: onDemandStateLabels,
  party_direction: partyDirectionLabels,
  party_type: partyTypeLabels,
} as const satisfies Record<string, Readonly<Record<number, string>>>;

/** The label of a code in the language of the window. An unknown code stays a number. */
export function useCodeText(): (field: string, code: number) => string {
  const { t } = useTranslation();
  return (field, code) => {
    const label = field in tables ? (tables[field as keyof typeof tables] as Record<number, string>)[code] : undefined;
    if (label === undefined) return String(code);
    const key = `codes.labels.${label}`;
    return isTextKey(key) ? t(key) : label;
  };
}
