import { z } from 'zod';
import { type Filter, filterOf } from '../call-filters/filter';
import { filterTypes, operatorsOf, valueForms } from '../call-filters/table';
import { exploded } from './operation';

type Given = Readonly<Record<string, string>>;

/** The most filters of one search. */
const maxFilters = 50;

const parameterSchemas = Object.fromEntries(
  Object.entries(filterTypes).flatMap(([name, type]) =>
    operatorsOf[type].map((operator) => [`${name}__${operator}`, { type: 'string', description: valueForms[type] }]),
  ),
);

/** The filters of the advanced search, each a parameter `NAME__OPERATOR` of its own. */
export const advancedFilters = z
  .custom<Given>((given) => typeof given === 'object' && given !== null)
  .transform((given, { addIssue }): Filter[] => {
    const [surplus] = Object.keys(given).slice(maxFilters);
    if (surplus !== undefined) {
      const params = { most: maxFilters };
      addIssue({ code: 'custom', path: [surplus], message: 'too_many_entries', params, input: given });
      return [];
    }
    return Object.entries(given).flatMap(([parameter, text]) => {
      const filter = filterOf(parameter, text);
      if (!('code' in filter)) return [filter];
      addIssue({ code: 'custom', path: [parameter], message: filter.code, params: filter.values, input: text });
      return [];
    });
  })
  .meta({
    type: 'object',
    description:
      'Filters of the advanced search, joined with AND. A value must be given even where it is not used. Each custom ' +
      'field is one more name, custom_field_<field_id>, and each question of a form, ' +
      'evaluation_answer_<form_question_id>, with the operators of its type. The operators of a duration may have the ' +
      'prefix duration_.',
    properties: parameterSchemas,
    patternProperties: {
      '^(custom_field|evaluation_answer)_[0-9a-fA-F-]{36}__\\w+$': { type: 'string' },
      '^duration__duration_\\w+$': { type: 'string', description: valueForms.duration },
    },
    additionalProperties: false,
  })
  .optional()
  .meta(exploded);

/** Refuses filters of the advanced search that it is not switched on for. */
export const needsAdvancedSearch: z.core.CheckFn<{
  advanced_search?: '0' | '1' | undefined;
  filters?: Filter[] | undefined;
}> = ({ value, issues }) => {
  if (value.advanced_search === '1') return;
  for (const { parameter } of value.filters ?? []) {
    issues.push({ code: 'custom', path: ['filters', parameter], message: 'advanced_search_off', input: parameter });
  }
};
