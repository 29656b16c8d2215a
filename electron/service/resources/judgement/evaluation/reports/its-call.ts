import { callsInScope, type Scope } from '../../../../access/scope';

/**
 * SQL: joins the call of an evaluation, `whole`, to what the caller knows of it, `c`. If the call is out of reach,
 * all its columns are NULL, so filters and dimensions reveal nothing about it. Its time, which is also that of the
 * evaluation, is known from `whole`.
 */
export const knownCall = (scope: Scope): string =>
  `LEFT JOIN calls c ON c.call_pk = whole.call_pk AND ${callsInScope(scope, 'c')}`;
