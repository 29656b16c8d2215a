import type { Scope } from '../../access/scope';
import { reportsInScope } from '../evaluation';

/** SQL condition on an evaluation report `alias`: completed, and in the reach of the caller. */
export const evaluationsInScope = (scope: Scope, alias: string): string =>
  `${alias}.status = 'completed' AND ${reportsInScope(scope, alias)}`;
