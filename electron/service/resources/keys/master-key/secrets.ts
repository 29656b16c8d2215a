import type { Query } from '../../../store/query';
import type { MasterSealed } from './queries';

type Secrets = {
  name: string;
  select: Query<undefined, MasterSealed[]>;
  /** One of them, sealed under another master key. */
  move: (from: Buffer, to: Buffer, secret: MasterSealed) => Buffer;
};

/** What other resources seal under the master key. Each also adds to `masterKeyHooks.moved`. */
export const masterSealed = (): Secrets[] => [];
