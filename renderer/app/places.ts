import type { Kind } from '@shared/kinds';
import { holds, type Permission } from '@shared/permissions';
import type { ParseKeys } from 'i18next';
import {
  Building2,
  ChartNoAxesColumn,
  ClipboardList,
  Contact,
  FileCheck,
  FolderInput,
  FolderTree,
  Headphones,
  Import,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mic,
  Network,
  Plug,
  ScanText,
  ScrollText,
  Settings2,
  ShieldCheck,
  SlidersVertical,
  Sunrise,
  Ticket,
  Trash2,
  Users,
  Webhook,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { PathOfRecord } from '../core/record-page';
import { useSignedIn } from '../core/session';

/** The groups of administration, in the order of its sidebar. */
export const groups = ['people', 'calls', 'safety', 'machine'] as const;

export type Place = {
  path: string;
  name: ParseKeys;
  icon: LucideIcon;
  /** The group in administration. Places without a group are in the main sidebar. */
  group?: (typeof groups)[number];
  /** Without this right, the place is not in the sidebar and cannot be opened. */
  permission: Permission;
  /** The place whose entry in the sidebar leads here. */
  under?: string;
  /** Has pages below it, as every place in administration does. */
  hasPages?: boolean;
  /** The kind of record that has its page here, as in the audit log, and what is between the path and its id. */
  records?: readonly [kind: Kind, before: '/' | '/calibration/' | '?call='];
  /** Only in an archive with several tenants. */
  ofTenants?: boolean;
  /** Rendered once `load` has loaded it; rendering loads it, too. */
  Page: ComponentType;
  load: () => Promise<unknown>;
};

function page(read: () => Promise<ComponentType>): Pick<Place, 'Page' | 'load'> {
  const load = async () => ({ default: await read() });
  return { Page: lazy(load), load };
}

/** The existing places in the order of the sidebar. The sidebar and the routes are built from this list. */
export const places: readonly Place[] = [
  {
    path: '/reports/today',
    name: 'sidebar.today',
    icon: Sunrise,
    permission: 'reports:view',
    under: '/reports',
    ...page(async () => (await import('../features/today')).TodayPage),
  },
  {
    path: '/review',
    name: 'sidebar.review',
    icon: Headphones,
    permission: 'calls:view',
    records: ['call', '?call='],
    ...page(async () => (await import('../features/calls')).ReviewPage),
  },
  {
    path: '/queue',
    name: 'sidebar.queue',
    icon: ListChecks,
    permission: 'evaluation_reports:edit',
    ...page(async () => (await import('../features/evaluations')).QueuePage),
  },
  {
    path: '/live',
    name: 'sidebar.live',
    icon: Mic,
    permission: 'calls:view',
    ...page(async () => (await import('../features/live')).LivePage),
  },
  {
    path: '/evaluations',
    name: 'kinds.evaluation_report.title',
    icon: FileCheck,
    permission: 'evaluation_reports:view',
    hasPages: true,
    records: ['calibration', '/calibration/'],
    ...page(async () => (await import('../features/evaluations')).EvaluationsPage),
  },
  {
    path: '/reports',
    name: 'kinds.report.title',
    icon: ChartNoAxesColumn,
    permission: 'reports:view',
    hasPages: true,
    records: ['report', '/'],
    ...page(async () => (await import('../features/reports')).ReportsPage),
  },
  {
    path: '/admin/users',
    name: 'kinds.user.title',
    icon: Users,
    group: 'people',
    permission: 'users:view',
    records: ['user', '/'],
    ...page(async () => (await import('../features/users')).UsersPage),
  },
  {
    path: '/admin/groups',
    name: 'kinds.group.title',
    icon: Network,
    group: 'people',
    permission: 'groups:view',
    records: ['group', '/'],
    ...page(async () => (await import('../features/groups')).GroupsPage),
  },
  {
    path: '/admin/roles',
    name: 'kinds.role.title',
    icon: ShieldCheck,
    group: 'people',
    permission: 'roles:view',
    records: ['role', '/'],
    ...page(async () => (await import('../features/roles')).RolesPage),
  },
  {
    path: '/admin/tenants',
    name: 'kinds.tenant.title',
    icon: Building2,
    group: 'people',
    permission: 'tenants:view',
    ofTenants: true,
    records: ['tenant', '/'],
    ...page(async () => (await import('../features/tenants')).TenantsPage),
  },
  {
    path: '/admin/custom-fields',
    name: 'kinds.custom_field.title',
    icon: SlidersVertical,
    group: 'calls',
    permission: 'custom_fields:view',
    records: ['custom_field', '/'],
    ...page(async () => (await import('../features/custom-fields')).CustomFieldsPage),
  },
  {
    path: '/admin/categories',
    name: 'kinds.category.title',
    icon: FolderTree,
    group: 'calls',
    permission: 'call_categories:view',
    records: ['category', '/'],
    ...page(async () => (await import('../features/categories')).CategoriesPage),
  },
  {
    path: '/admin/clients',
    name: 'kinds.client.title',
    icon: Contact,
    group: 'calls',
    permission: 'clients:view',
    records: ['client', '/'],
    ...page(async () => (await import('../features/clients')).ClientsPage),
  },
  {
    path: '/admin/evaluation-forms',
    name: 'kinds.evaluation_form.title',
    icon: ClipboardList,
    group: 'calls',
    permission: 'evaluation_forms:view',
    records: ['evaluation_form', '/'],
    ...page(async () => (await import('../features/evaluation-forms')).EvaluationFormsPage),
  },
  {
    path: '/admin/imports',
    name: 'kinds.import.title',
    icon: Import,
    group: 'calls',
    permission: 'calls:create',
    ...page(async () => (await import('../features/imports')).ImportsPage),
  },
  {
    path: '/admin/removed-calls',
    name: 'sidebar.removedCalls',
    icon: Trash2,
    group: 'calls',
    permission: 'calls:delete',
    ...page(async () => (await import('../features/removed-calls')).RemovedCallsPage),
  },
  {
    path: '/admin/keys',
    name: 'sidebar.keys',
    icon: KeyRound,
    group: 'safety',
    permission: 'encrypt_keys:view',
    records: ['encrypt_key', '/'],
    ...page(async () => (await import('../features/encrypt-keys')).EncryptKeysPage),
  },
  {
    path: '/admin/tokens',
    name: 'kinds.token.title',
    icon: Ticket,
    group: 'safety',
    permission: 'users:login_settings',
    ...page(async () => (await import('../features/tokens')).TokensPage),
  },
  {
    path: '/admin/audit-log',
    name: 'sidebar.auditLog',
    icon: ScrollText,
    group: 'safety',
    permission: 'audit:view',
    ...page(async () => (await import('../features/audit-log')).AuditLogPage),
  },
  {
    path: '/admin/watch-folders',
    name: 'kinds.watch_folder.title',
    icon: FolderInput,
    group: 'machine',
    permission: 'system:view',
    records: ['watch_folder', '/'],
    ...page(async () => (await import('../features/watch-folders')).WatchFoldersPage),
  },
  {
    path: '/admin/import-presets',
    name: 'kinds.import_preset.title',
    icon: ScanText,
    group: 'machine',
    permission: 'calls:create',
    records: ['import_preset', '/'],
    ...page(async () => (await import('../features/import-presets')).ImportPresetsPage),
  },
  {
    path: '/admin/api',
    name: 'sidebar.api',
    icon: Plug,
    group: 'machine',
    permission: 'system:view',
    ...page(async () => (await import('../features/api')).ApiPage),
  },
  {
    path: '/admin/webhooks',
    name: 'kinds.webhook.title',
    icon: Webhook,
    group: 'machine',
    permission: 'system:view',
    records: ['webhook', '/'],
    ...page(async () => (await import('../features/webhooks')).WebhooksPage),
  },
  {
    path: '/admin/settings',
    name: 'sidebar.settings',
    icon: Settings2,
    group: 'machine',
    permission: 'system:view',
    ...page(async () => (await import('../features/settings')).SettingsPage),
  },
];

/** The places that the user's role may see. */
export function useOwnPlaces(): Place[] {
  const { role, multi_tenancy } = useSignedIn();
  return places.filter(
    ({ permission, ofTenants = false }) => holds(role.permissions, permission) && (multi_tenancy || !ofTenants),
  );
}

/** The pages of records that the user's role may see. */
export function useOwnRecordPages(): PathOfRecord {
  const own = useOwnPlaces();
  return (kind, id) => {
    const { path = '', records } = own.find((place) => place.records?.[0] === kind) ?? {};
    return records && `${path}${records[1]}${id}`;
  };
}
