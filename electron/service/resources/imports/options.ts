/** What an import was asked to do. */
export type ImportOptions = {
  import_id: string;
  tenant_id: string;
  paths: string[];
  timezone: string;
  mapping: Record<string, string>;
  create_missing: boolean;
  /** Rows that name no file here become calls without audio (command line only). */
  metadata_only: boolean;
};
