import type { Area, Permission } from '@shared/permissions';
import type { TFunction } from 'i18next';
import { columns, type FurtherRight, inKey } from './rights';

/** The name of a right: "Pause recording", or "Clients: Edit" for a right with a column. */
export function rightName(right: Permission, t: TFunction): string {
  const [area, action] = right.split(':') as [Area, string];
  const column = columns.find((one) => one === action);
  return column
    ? `${t(`roles.areas.${area}`)}: ${t(`rights.columns.${column}`)}`
    : t(`rights.names.${inKey(right as FurtherRight)}`);
}
