import {
  type AccessLevel,
  everyPermission,
  excessOf,
  type Permission,
  type Permissions,
  permissionCatalogue,
} from '@shared/permissions';
import { expect, test } from 'vitest';
import {
  areaGroups,
  asPermissions,
  columns,
  furtherRights,
  rightIn,
  rightsIn,
  toggled,
} from '../../renderer/features/roles/rights';

const every = rightsIn(everyPermission());

test('the matrix shows every right of the catalogue once', () => {
  const shown = areaGroups.flatMap(({ areas }) =>
    areas.flatMap((area) => [...columns.map((column) => rightIn(area, column)), ...furtherRights(area)]),
  );
  const rights = shown.filter((right) => right !== undefined);
  expect(rights.toSorted()).toEqual(every.toSorted());
  expect(Object.keys(permissionCatalogue)).toHaveLength(areaGroups.flatMap(({ areas }) => areas).length);
});

test.each<[string, Permission[], Permission, Permission[], Permission[]]>([
  ['Edit includes View', [], 'clients:edit', every, ['clients:view', 'clients:edit']],
  ['Delete includes View', ['calls:playback'], 'calls:delete', every, ['calls:playback', 'calls:view', 'calls:delete']],
  ['without View there is no Edit', ['roles:view', 'roles:edit', 'users:view'], 'roles:view', every, ['users:view']],
  ['a further right is given alone', [], 'reports:run', every, ['reports:run']],
  ['only held rights are given along', [], 'clients:edit', ['clients:edit'], ['clients:edit']],
])('%s', (_name, before, right, own, after) => {
  expect(toggled(before, right, own).toSorted()).toEqual(after.toSorted());
});

test('rights survive the form of a role, in the order of the catalogue and with every area', () => {
  const none = Object.fromEntries(Object.keys(permissionCatalogue).map((area) => [area, []]));
  expect(asPermissions(['reports:view', 'calls:playback', 'calls:view'])).toEqual({
    ...none,
    calls: ['view', 'playback'],
    reports: ['view'],
  });
  expect(asPermissions(every)).toEqual(everyPermission());
});

test.each<[string, AccessLevel, Permissions, string | undefined]>([
  ['nothing in the same role', 'tenant', { calls: ['view', 'playback'] }, undefined],
  ['nothing in a smaller one', 'user', {}, undefined],
  ['a wider reach', 'system', { calls: ['view'] }, 'reach'],
  ['a further right', 'tenant', { calls: ['view', 'delete', 'download'] }, 'calls:delete'],
])("beyond one's own role is %s", (_name, access_level, permissions, excess) => {
  const held = { calls: ['view', 'playback'] };

  const found = excessOf({ access_level, permissions }, { access_level: 'tenant', permissions: held });

  expect(found).toBe(excess);
});
