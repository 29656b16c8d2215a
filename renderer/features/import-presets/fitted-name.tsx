import { CallDirection } from '@shared/codes';
import { type Fit, match } from '@shared/patterns/match';
import { isFault, type Part, type Pattern, parsePattern } from '@shared/patterns/parse';
import { directionSigns, directions } from '@shared/patterns/words';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './fitted-name.module.css';
import type { Name } from './pattern-rows';

/** A pattern that names are compared with, and the direction that goes with it. */
export type Rule = { pattern: Pattern; text: string; direction: string | null };

/** The patterns that can be compared with names; faulty ones are left out. */
export const rulesOf = (names: readonly { pattern: string; direction: string | null }[]): Rule[] =>
  names.flatMap(({ pattern: text, direction }) => {
    const pattern = parsePattern(text);
    return isFault(pattern) ? [] : [{ pattern, text, direction }];
  });

/** The first rule that a name fits, and how. */
export function fitOf(rules: readonly Rule[], name: string): { rule: Rule; fit: Fit } | undefined {
  for (const rule of rules) {
    const fit = match(rule.pattern, name);
    if (fit) return { rule, fit };
  }
  return undefined;
}

type Props = {
  name: string;
  rules: readonly Rule[];
  /** A name that fits no pattern is only shown. */
  isQuiet?: boolean;
};

/** A name of a recording, in which every part that became a value is underlined and named. */
export function FittedName({ name, rules, isQuiet = false }: Props) {
  const { t } = useTranslation();
  const found = fitOf(rules, name);
  if (!found)
    return (
      <>
        <p className={styles.name}>{name}</p>
        {!isQuiet && <p className={styles.not}>{t('importPresets.fitsNot')}</p>}
      </>
    );
  const { fit, rule } = found;
  const whole = name.normalize('NFC');
  const start = Math.max(0, whole.lastIndexOf(fit.name));
  const parts = fit.found.filter(({ part, from, to }) => part.name !== 'any' && to > from);
  const direction = directionOf(fit, rule);
  const label = (part: Part) => part.custom ?? t(`importPresets.placeholder.${part.name}`);
  return (
    <>
      <p className={styles.name}>
        {whole.slice(0, start + (parts[0]?.from ?? fit.name.length))}
        {parts.map(({ part, from, to }, n) => (
          <Fragment key={from}>
            <span className={styles.part} data-side={sideOf(part, direction)}>
              {fit.name.slice(from, to)}
            </span>
            {fit.name.slice(to, parts[n + 1]?.from)}
          </Fragment>
        ))}
        {whole.slice(start + fit.name.length)}
      </p>
      <dl className={styles.found}>
        {parts.map(({ part, from, to, value }) => (
          <div key={from} data-side={sideOf(part, direction)}>
            <dt>{label(part)}</dt>
            <dd>{value === undefined ? t('importPresets.ambiguous') : fit.name.slice(from, to)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function directionOf({ found, name }: Fit, { direction }: Rule): Name['direction'] {
  const said = found.find(({ part }) => part.name === 'direction');
  const word = said && name.slice(said.from, said.to).toLowerCase();
  const code = word === undefined ? undefined : (directions.get(word) ?? directionSigns.get(word));
  if (code === CallDirection.inbound || direction === 'inbound') return 'inbound';
  return code === CallDirection.outbound || direction === 'outbound' ? 'outbound' : null;
}

/** Whose a part of a name is, if that is known. */
function sideOf({ name }: Part, direction: Name['direction']): 'agent' | 'customer' | undefined {
  if (name === 'own' || name === 'agent' || name === 'agent_id') return 'agent';
  if (name === 'other' || name === 'other_name') return 'customer';
  if (direction === null) return undefined;
  const isCaller = name === 'from' || name === 'from_name';
  if (!isCaller && name !== 'to' && name !== 'to_name') return undefined;
  return isCaller === (direction === 'outbound') ? 'agent' : 'customer';
}
