import type { By } from '../../store/audit';

/** The options of an import, stored until it ends, so that it can continue after a restart. */
export type ImportOptions = {
  import_id: string;
  tenant_id: string;
  /** null: started on the command line. */
  user_id: string | null;
  name: string;
  paths: string[];
  timezone: string;
  mapping: Record<string, string>;
  create_missing: boolean;
  /** Rows that name none of the files become calls without audio. */
  metadata_only: boolean;
};

/** The author of an import's changes is the person who began it. */
export const importerAt = ({ user_id, tenant_id }: ImportOptions, at: number): By => ({ at, user_id, tenant_id });
