import type { Permission } from '@shared/permissions';
import type { ParseKeys } from 'i18next';
import { FolderTree, Headphones, type LucideIcon } from 'lucide-react';
import { type ComponentType, lazy } from 'react';

/** The groups of administration, in the order of its sidebar. */
export const groups = ['people', 'calls', 'safety', 'machine'] as const;

export type Place = {
  path: string;
  name: ParseKeys;
  Icon: LucideIcon;
  /** Where it stands in administration; the others stand in the sidebar itself. */
  group?: (typeof groups)[number];
  /** Without this right the place is neither in the sidebar nor to be opened. */
  permission: Permission;
  /** Drawn once `load` has read it, which it does itself. */
  Page: ComponentType;
  load: () => Promise<unknown>;
};

function page(read: () => Promise<ComponentType>): Pick<Place, 'Page' | 'load'> {
  const load = async () => ({ default: await read() });
  return { Page: lazy(load), load };
}

/** Where one can go, in the order of the sidebar, which is made of this as the routes are. Only what exists stands here. */
export const places: readonly Place[] = [
  {
    path: '/review',
    name: 'sidebar.review',
    Icon: Headphones,
    permission: 'calls:view',
    ...page(async () => (await import('../features/calls')).ReviewPage),
  },
  {
    path: '/admin/categories',
    name: 'sidebar.categories',
    Icon: FolderTree,
    group: 'calls',
    permission: 'call_categories:view',
    ...page(async () => (await import('../features/categories')).CategoriesPage),
  },
];
