import type { Making } from '../../../../access/list';
import { keyParameter } from '../../../../store/fragments';
import { offsetSpan } from '../../../../zones';
import { localShift } from '../local-time';
import { callsPerMs, firstKeyAt } from '../rules';

/**
 * SQL: the key of a call in local time. Its clock changes as often as the zone's, as far as there are calls between two
 * changes: one call with a wrong year would otherwise add up to six hundred.
 */
export function localKey({ key, zone, db, bind }: Making): string {
  const row = db
    .prepare<[], { first: number | null; last: number | null }>(`
      SELECT (SELECT min(call_pk) FROM calls) AS first, (SELECT max(call_pk) FROM calls) AS last`)
    .get();
  const [firstMs, lastMs] = [row?.first, row?.last].map((one) => Math.floor((one ?? 0) / callsPerMs)) as [
    number,
    number,
  ];
  const next = db.prepare<{ key: number }, { next: number }>(
    'SELECT min(call_pk) AS next FROM calls WHERE call_pk >= @key',
  );
  const cases: string[] = [];
  for (let ms = firstMs; ; ) {
    const { offsetMs, untilMs } = offsetSpan(ms, zone);
    const shift = bind(keyParameter(localShift(offsetMs)));
    if (untilMs > lastMs) {
      const shifted = cases.length === 0 ? shift : `CASE ${cases.join(' ')} ELSE ${shift} END`;
      return `${key} + ${shifted}`;
    }
    cases.push(`WHEN ${key} < ${bind(keyParameter(firstKeyAt(untilMs)))} THEN ${shift}`);
    ms = Math.floor((next.get({ key: firstKeyAt(untilMs) })?.next ?? lastMs * callsPerMs) / callsPerMs);
  }
}
