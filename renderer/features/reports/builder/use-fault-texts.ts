import { isRefusal } from '../../../api/refusal';
import { isWithin } from '../../../form/parts';
import { placed } from '../../../form/record';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { useMessage } from '../../../i18n/use-said';
import { endsEarly, endsTooEarly } from './period';
import { useLabels } from './use-labels';
import type { ReportValues } from './values';

/** The errors of settings, each with the label of its field; without a field, the refusal in one sentence. */
export function useFaultTexts(): (settings: ReportValues, error: Error | null) => string[] {
  const labels = useLabels();
  const message = useMessage();
  const refusalText = useRefusalText();
  const fields = Object.keys(labels);
  return (settings, error) => {
    if (endsTooEarly(settings)) {
      return [`${labels.period_end}: ${message(endsEarly)}`];
    }
    if (error === null) return [];
    const { known } = placed(isRefusal(error) ? error.details : {}, 'report', fields);
    const all = known.map(([path, said]) => {
      const field = fields.find((name) => isWithin(path, name)) ?? '';
      return `${labels[field]}: ${message(said)}`;
    });
    return all.length > 0 ? [...new Set(all)] : [refusalText(error)];
  };
}
