import { callsInScope, type Scope } from '../../../access/scope';

/**
 * SQL: joins the call of an evaluation, `whole`, to what the caller knows of it, `c`. Of a call out of reach that is
 * nothing, so that filters and dimensions do not tell what it is like. Its time is that of the evaluation, too.
 */
export const knownCall = (scope: Scope): string =>
  `LEFT JOIN calls c ON c.call_pk = whole.call_pk AND ${callsInScope(scope, 'c')}`;
