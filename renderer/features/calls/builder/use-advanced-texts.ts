import { isEmptiness } from '@shared/call-filters/table';
import { useTranslation } from 'react-i18next';
import { recordKinds, useNames } from '../../../core/record-choices';
import { useZone } from '../../../core/session';
import { dayIn, inZone } from '../../../i18n/times';
import { useFormat } from '../../../i18n/use-format';
import type { Advanced } from '../filters';
import { useAnswerItems } from './answers';
import { type Item, useCatalogue } from './catalogue';
import { isPlain, useOperatorText } from './operators';
import { valuesIn } from './values';

/** The text of each advanced filter by its name: the name in words, and what it requires. */
export function useAdvancedTexts(advanced: readonly Advanced[]): ReadonlyMap<string, { name: string; value: string }> {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const operatorText = useOperatorText();
  const items = new Map(useCatalogue().map((item) => [item.name, item]));
  const answers = useAnswerItems(advanced.map(({ name }) => name));
  const known = advanced.flatMap((filter) => {
    const item = items.get(filter.name) ?? answers.get(filter.name);
    return item ? [{ ...filter, item }] : [];
  });
  const names = useNames(
    known.flatMap(({ item, operator, text }) =>
      item.records && !isEmptiness(operator)
        ? valuesIn(item, text).map((id) => ({ kind: item.records as NonNullable<Item['records']>, id }))
        : [],
    ),
  );

  const one = (item: Item, value: string): string => {
    if (item.choices) return item.choices.find(({ id }) => id === value)?.name ?? value;
    if (item.records) return names.get(value) ?? '…';
    if (item.name in recordKinds) return t('filters.unseen');
    // Sections and questions have no names of their own: they belong to a revision of a form.
    if (item.name === 'evaluation_section_id' || item.name === 'evaluation_question_id') return t('filters.ofReport');
    if (item.type === 'date') return format.range(value, value, dayIn(zone));
    return item.type === 'datetime' ? format.full(inZone(value, zone)) : value;
  };
  const said = (item: Item, text: string): string => {
    const all = valuesIn(item, text).map((value) => one(item, value));
    if (item.type !== 'set') return all.join(` ${t('filters.and')} `);
    const [first = '', second] = all;
    if (second === undefined) return first;
    return all.length === 2
      ? t('filters.either', { first, second })
      : t('filters.orOthers', { first, count: all.length - 1 });
  };
  return new Map(
    known.map(({ name, operator, text, item }) => {
      const word = isPlain(item.type, operator) ? [] : [operatorText(item.type, operator)];
      const value = isEmptiness(operator) ? [] : [said(item, text)];
      return [name, { name: item.label, value: [...word, ...value].join(' ') }] as const;
    }),
  );
}
