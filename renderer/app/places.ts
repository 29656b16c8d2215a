import type { Permission } from '@shared/permissions';
import type { ParseKeys } from 'i18next';
import {
  Contact,
  FolderTree,
  Headphones,
  type LucideIcon,
  Network,
  ShieldCheck,
  SlidersVertical,
  Users,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';

/** The groups of administration, in the order of its sidebar. */
export const groups = ['people', 'calls', 'safety', 'machine'] as const;

export type Place = {
  path: string;
  name: ParseKeys;
  Icon: LucideIcon;
  /** The group in administration. Places without a group are in the main sidebar. */
  group?: (typeof groups)[number];
  /** Without this right, the place is not in the sidebar and cannot be opened. */
  permission: Permission;
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
    path: '/review',
    name: 'sidebar.review',
    Icon: Headphones,
    permission: 'calls:view',
    ...page(async () => (await import('../features/calls')).ReviewPage),
  },
  {
    path: '/admin/users',
    name: 'sidebar.users',
    Icon: Users,
    group: 'people',
    permission: 'users:view',
    ...page(async () => (await import('../features/users')).UsersPage),
  },
  {
    path: '/admin/groups',
    name: 'sidebar.groups',
    Icon: Network,
    group: 'people',
    permission: 'groups:view',
    ...page(async () => (await import('../features/groups')).GroupsPage),
  },
  {
    path: '/admin/roles',
    name: 'sidebar.roles',
    Icon: ShieldCheck,
    group: 'people',
    permission: 'roles:view',
    ...page(async () => (await import('../features/roles')).RolesPage),
  },
  {
    path: '/admin/custom-fields',
    name: 'sidebar.customFields',
    Icon: SlidersVertical,
    group: 'calls',
    permission: 'custom_fields:view',
    ...page(async () => (await import('../features/custom-fields')).CustomFieldsPage),
  },
  {
    path: '/admin/categories',
    name: 'sidebar.categories',
    Icon: FolderTree,
    group: 'calls',
    permission: 'call_categories:view',
    ...page(async () => (await import('../features/categories')).CategoriesPage),
  },
  {
    path: '/admin/clients',
    name: 'sidebar.clients',
    Icon: Contact,
    group: 'calls',
    permission: 'clients:view',
    ...page(async () => (await import('../features/clients')).ClientsPage),
  },
];
