import { z } from 'zod';
import { longestName } from '../limits';
import { isLanguage, isZone } from '../locale';
import { isKeptTime, withColon } from '../moments';
import { isPeriod, periods } from '../periods';
import { says } from '../reasons/check';
import { nameFault } from '../record-name';

/** The id of another record, in lower case as it is stored (RFC 9562, section 4). */
export const recordId = () => z.uuid().toLowerCase();

/** The name of a record: not empty, at most `most` characters, none of them invisible. */
export const recordName = (most = longestName, missing = says('name_missing')) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .superRefine((name, { addIssue }) => {
      const fault = nameFault(name, most);
      if (fault) addIssue({ code: 'custom', message: fault.code, params: fault.values });
    });

/** A text of at most `most` characters, counted as code points. */
export const text = (most: number, base = z.string()) =>
  base.refine((value) => value.length <= most || isWithin(value, most), says('too_long', { most }));

/** A code point has one or two units. A text that is far too long is not taken apart. */
const isWithin = (value: string, most: number) => value.length <= 2 * most && [...value].length <= most;

/** A text of at most `most` characters in one line. */
export const line = (most: number, base = z.string()) =>
  text(most, base).refine((value) => !/\p{Cc}/u.test(value), says('invisible_character'));

/** A time zone by its IANA name; empty when unset. */
export const timezone = () => z.string().refine((name) => name === '' || isZone(name), says('zone_unknown'));

/** A language tag (BCP 47); empty when unset. */
export const language = () => z.string().refine((tag) => tag === '' || isLanguage(tag), says('language_unknown'));

/** A property that only Earshot sets. Accepted and ignored, so that a client can send back what it has read. */
export const readOnly = () =>
  z
    .unknown()
    .transform(() => undefined)
    .optional()
    .meta({ readOnly: true, description: 'Ignored' });

/**
 * The tenant of a new record: the caller's own when omitted. Whatever it is, it is ignored while multi-tenancy is off, so
 * the service checks it once it knows the caller.
 */
export const tenantOfNew = () =>
  z
    .custom<string | null>()
    .optional()
    .meta({ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] });

/** Two days as `YYYY/MM/DD-YYYY/MM/DD`, or a period. */
export const daterange = () =>
  z
    .string()
    .refine((text) => isPeriod(text) || /^\d{4}\/\d{2}\/\d{2}-\d{4}\/\d{2}\/\d{2}$/.test(text), says('not_daterange'))
    .meta({
      description:
        'YYYY/MM/DD-YYYY/MM/DD, both days included, in the time zone of the caller. Extension: a period that moves with ' +
        `the calendar, whose weeks begin on Monday: ${periods.join(', ')}`,
    });

/** One id, or several separated by commas, of which any may match. */
export const ids = () =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid().toLowerCase()).refine((all) => all.length <= 200, says('too_many_ids', { most: 200 })));

/** A time as a client sends it; it may end in `Z`, `+00:00` or `+0000`. */
export const moment = () =>
  z
    .string()
    .meta({ format: 'date-time' })
    .transform(withColon)
    .pipe(z.iso.datetime({ offset: true, ...says('not_moment') }))
    .transform((text) => Date.parse(text));

/** A time that is kept, in the years 1900 to 2199. */
export const keptMoment = () => moment().refine(isKeptTime, says('year_out_of_range'));

export const deadline = () => keptMoment().nullable().optional();

/** A text to search for. */
export const searchedText = () =>
  z
    .string()
    .max(256)
    .refine((text) => !text.includes('\0'), says('bad_character'));
