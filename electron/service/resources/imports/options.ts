import type { By } from '../../store/audit';

/** What an import was asked to do; kept until it ends, so that it can go on after a restart. */
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
  /** Rows that name no file here become calls without audio. */
  metadata_only: boolean;
};

/** What an import does, it does for the person who began it. */
export const importerAt = ({ user_id, tenant_id }: ImportOptions, at: number): By => ({ at, user_id, tenant_id });
