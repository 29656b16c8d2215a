import { isShortFolded } from './fold';
import { longestName } from './limits';
import { type Reason, reason } from './reasons/reasons';

/** Characters that nobody sees, except joiners: U+200C and U+200D belong to the spelling of some languages. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u;

/** Why this cannot be the name of a record; undefined if it can. Names are stored trimmed. */
export function nameFault(name: string, most = longestName): Reason | undefined {
  if (name === '') return reason('name_missing');
  if ([...name].length > most) return reason('too_long', { most });
  if (invisible.test(name)) return reason('invisible_character');
  return isShortFolded(name) ? undefined : reason('name_unfolds');
}
