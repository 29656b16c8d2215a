/** The words for a kind of record: as a heading, in a sentence, and for several. */
type English = { one: string; a: string; many?: string };
type German = { one: string; many?: string };

type Described = {
  en: English;
  de: German;
  /** The table of its records, which keep their tenant from being deleted. */
  keepsTenant?: string;
  /** What the examples of the API have as its id, which comes first, and as other properties. */
  example?: Readonly<Record<string, string>>;
};

/** Every kind of record that the audit log has, in the order in which its filter offers them. */
export const kinds = {
  call: {
    en: { one: 'Call', a: 'a call', many: 'calls' },
    de: { one: 'Anruf', many: 'Anrufe' },
    keepsTenant: 'calls',
    example: { call_id: '6f1c2a0e-5d3b-4c8e-9a47-0b2d9e7c1f58' },
  },
  recording: {
    en: { one: 'Recording', a: 'a recording' },
    de: { one: 'Aufnahme' },
    example: { recording_id: 'f1a2b3c4-0d1e-4f2a-8b3c-4d5e6f7a8b9c' },
  },
  note: {
    en: { one: 'Note', a: 'a note' },
    de: { one: 'Notiz' },
    example: { note_id: 'a1b2c3d4-8b9c-4d0e-9f1a-2b3c4d5e6f7b' },
  },
  category: {
    en: { one: 'Category', a: 'a category', many: 'categories' },
    de: { one: 'Kategorie', many: 'Kategorien' },
    keepsTenant: 'categories',
    example: { category_id: 'e5f6a7b8-3c4d-4e5f-9a6b-7c8d9e0f1a2b', name: 'Complaint' },
  },
  client: {
    en: { one: 'Client', a: 'a client', many: 'clients' },
    de: { one: 'Kunde', many: 'Kunden' },
    keepsTenant: 'clients',
    example: { client_id: 'f6a7b8c9-4d5e-4f6a-8b7c-8d9e0f1a2b3c', name: 'Northwind Heating' },
  },
  custom_field: {
    en: { one: 'Custom field', a: 'a custom field', many: 'custom fields' },
    de: { one: 'Eigenes Feld', many: 'eigene Felder' },
    keepsTenant: 'custom_fields',
    example: { field_id: 'd1e2f3a4-9c0d-4e1f-8a2b-3c4d5e6f7a8b', name: 'Channel' },
  },
  saved_search: {
    en: { one: 'Saved search', a: 'a saved search' },
    de: { one: 'Gespeicherte Suche' },
    example: { saved_search_id: 'b8c9d0e1-6f7a-4b8c-8d9e-0f1a2b3c4d5e', name: 'Long calls of last week' },
  },
  import: {
    en: { one: 'Import', a: 'an import', many: 'imports' },
    de: { one: 'Import', many: 'Importe' },
    keepsTenant: 'imports',
    example: { import_id: 'a7b8c9d0-5e6f-4a7b-9c8d-9e0f1a2b3c4d', name: 'recordings' },
  },
  import_preset: {
    en: { one: 'Import preset', a: 'an import preset', many: 'import presets' },
    de: { one: 'Importvorlage', many: 'Importvorlagen' },
    keepsTenant: 'import_presets',
    example: { preset_id: 'b9c0d1e2-6f7a-4b8c-8d9e-1f2a3b4c5d6e', name: 'Reception' },
  },
  watch_folder: {
    en: { one: 'Watch folder', a: 'a watch folder', many: 'watch folders' },
    de: { one: 'Überwachter Ordner', many: 'überwachte Ordner' },
    keepsTenant: 'watch_folders',
    example: { watch_folder_id: 'e1f2a3b4-5c6d-4e7f-8a9b-0c1d2e3f4a5b', name: 'monitor' },
  },
  file: {
    en: { one: 'File', a: 'a file' },
    de: { one: 'Datei' },
  },
  report: {
    en: { one: 'Report', a: 'a report', many: 'reports' },
    de: { one: 'Bericht', many: 'Berichte' },
    example: { report_id: 'c9d0e1f2-7a8b-4c9d-8e0f-1a2b3c4d5e6a', name: 'Calls of the support' },
  },
  report_run: {
    en: { one: 'Run of a report', a: 'a run of a report' },
    de: { one: 'Berichtslauf' },
    example: { run_id: 'd0e1f2a3-8b9c-4d0e-9f1a-2b3c4d5e6f7b', name: 'Calls of the support' },
  },
  evaluation_form: {
    en: { one: 'Evaluation form', a: 'an evaluation form', many: 'evaluation forms' },
    de: { one: 'Bewertungsbogen', many: 'Bewertungsbögen' },
    keepsTenant: 'evaluation_forms',
    example: { form_id: 'f3a4b5c6-0d1e-4f2a-8b3c-4d5e6f7a8b9c', name: 'Sales call' },
  },
  evaluation_report: {
    en: { one: 'Evaluation', a: 'an evaluation', many: 'evaluations' },
    de: { one: 'Bewertung', many: 'Bewertungen' },
  },
  calibration: {
    en: { one: 'Calibration', a: 'a calibration', many: 'calibrations' },
    de: { one: 'Kalibrierung', many: 'Kalibrierungen' },
    keepsTenant: 'calibrations',
    example: { calibration_id: 'c9d0e1f2-7a8b-4c9d-8e0f-1a2b3c4d5e6f', name: 'Calibration, November' },
  },
  evaluation_plan: {
    en: { one: 'Plan', a: 'a plan', many: 'plans' },
    de: { one: 'Plan', many: 'Pläne' },
    keepsTenant: 'evaluation_plans',
    example: { plan_id: 'd0e1f2a3-8b4c-4d5e-9f6a-7b8c9d0e1f2a', name: 'Weekly, support' },
  },
  notice: {
    en: { one: 'Notice', a: 'a notice' },
    de: { one: 'Hinweis' },
    example: { notice_id: 'd0e1f2a3-8b9c-4d0e-9f1a-2b3c4d5e6f80' },
  },
  package: {
    en: { one: 'Package', a: 'a package' },
    de: { one: 'Paket' },
    example: { package_id: 'd6e7f8a9-2b3c-4d5e-8f6a-7b8c9d0e1f2a' },
  },
  evaluation_sample: {
    en: { one: 'Sample', a: 'a sample' },
    de: { one: 'Stichprobe' },
    example: { sample_id: 'b5c6d7e8-1f2a-4b3c-8d4e-5f6a7b8c9d0e', name: 'November' },
  },
  user: {
    en: { one: 'User', a: 'a user', many: 'users' },
    de: { one: 'Benutzer', many: 'Benutzer' },
    keepsTenant: 'users',
    example: { user_id: 'b7a1f2c4-9e35-4d60-8f12-3c4d5e6f7a81', name: 'Maria Lopez' },
  },
  group: {
    en: { one: 'Group', a: 'a group', many: 'groups' },
    de: { one: 'Gruppe', many: 'Gruppen' },
    keepsTenant: 'groups',
    example: { group_id: 'c2d3e4f5-1a2b-4c3d-9e4f-5a6b7c8d9e0f', name: 'Support' },
  },
  role: {
    en: { one: 'Role', a: 'a role', many: 'roles' },
    de: { one: 'Rolle', many: 'Rollen' },
    keepsTenant: 'roles',
    example: { role_id: 'd4e5f6a7-2b3c-4d4e-8f5a-6b7c8d9e0f1a', name: 'Evaluator' },
  },
  tenant: {
    en: { one: 'Tenant', a: 'a tenant', many: 'tenants' },
    de: { one: 'Mandant', many: 'Mandanten' },
    example: { tenant_id: '00000000-0000-4000-8000-000000000001', name: 'North' },
  },
  session: {
    en: { one: 'Session', a: 'a session' },
    de: { one: 'Sitzung' },
  },
  second_factor: {
    en: { one: 'Second factor', a: 'a second factor' },
    de: { one: 'Zweiter Faktor' },
  },
  token: {
    en: { one: 'Access token', a: 'an access token', many: 'access tokens' },
    de: { one: 'Zugriffstoken', many: 'Zugriffstoken' },
    example: { token_id: 'c9d0e1f2-7a8b-4c9d-9e0f-1a2b3c4d5e6f', name: 'CRM on the front desk' },
  },
  licence: {
    en: { one: 'Licences', a: 'the licences' },
    de: { one: 'Lizenzen' },
  },
  encrypt_key: {
    en: { one: 'Key', a: 'a key', many: 'encryption keys' },
    de: { one: 'Schlüssel', many: 'Schlüssel' },
    keepsTenant: 'encrypt_keys',
    example: { key_id: 'e0f1a2b3-9c0d-4e1f-8a2b-3c4d5e6f7a8c', name: 'Recordings of 2026' },
  },
  master_key: {
    en: { one: 'Master key', a: 'the master key' },
    de: { one: 'Hauptschlüssel' },
  },
  recovery_kit: {
    en: { one: 'Recovery kit', a: 'a recovery kit' },
    de: { one: 'Notfallpaket' },
  },
  backup: {
    en: { one: 'Backup', a: 'a backup' },
    de: { one: 'Sicherung' },
  },
  settings: {
    en: { one: 'Settings', a: 'the settings' },
    de: { one: 'Einstellungen' },
  },
  audit_log: {
    en: { one: 'Audit log', a: 'the audit log' },
    de: { one: 'Audit-Protokoll' },
  },
  request: {
    en: { one: 'Requests', a: 'the requests of tools' },
    de: { one: 'Anfragen' },
  },
  webhook: {
    en: { one: 'Webhook', a: 'a webhook', many: 'webhooks' },
    de: { one: 'Webhook', many: 'Webhooks' },
    example: { webhook_id: 'd8e9f0a1-4b5c-4d6e-8f7a-8b9c0d1e2f3a', name: 'CRM' },
  },
  event: {
    en: { one: 'Events', a: 'the events' },
    de: { one: 'Ereignisse' },
  },
} as const satisfies Record<string, Described>;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]];

type Kinds = typeof kinds;
/** The tables of the records that keep a tenant from being deleted. */
export type HeldTable = { [K in Kind]: Kinds[K] extends { keepsTenant: infer T } ? T : never }[Kind];

const held = Object.values(kinds).filter((kind) => 'keepsTenant' in kind);
export const heldTables = held.map(({ keepsTenant }) => keepsTenant);

/** The words for the records of these tables, in a sentence. */
export const heldRecords = (language: 'en' | 'de') =>
  Object.fromEntries(held.map((kind) => [kind.keepsTenant, kind[language].many])) as Record<HeldTable, string>;
