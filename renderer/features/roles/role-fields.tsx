import {
  type AccessLevel,
  type Area,
  accessLevels,
  isWider,
  type Permission,
  type Permissions,
} from '@shared/permissions';
import { Check, Plus } from 'lucide-react';
import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../core/session';
import { OneOfFew } from '../../form/choices';
import { TextLine } from '../../form/fields';
import { type FormOf, useField } from '../../form/use-field';
import { Icon } from '../../ui/icon';
import { Tooltip } from '../../ui/tooltip';
import { rightName } from './right-names';
import { areaGroups, asPermissions, columns, furtherRights, rightIn, rightsIn, toggled } from './rights';
import styles from './role-fields.module.css';

export type RoleValues = { name: string; access_level: AccessLevel; permissions: Permissions };

/** The labels of the fields, for the form and the save bar. */
export function useRoleLabels(): Record<keyof RoleValues, string> {
  const { t } = useTranslation();
  return { name: t('roles.name'), access_level: t('roles.reachOf'), permissions: t('roles.rights') };
}

/** Narrowest first, as in the form. */
const reaches = accessLevels.toReversed();

/** A reach in words. With one tenant, they do not speak of tenants. */
export function useReachText(): (level: AccessLevel) => string {
  const { t } = useTranslation();
  const { multi_tenancy } = useSignedIn();
  return (level) => t(`roles.${multi_tenancy ? 'reach' : 'reachOfOne'}.${level}`);
}

type Props = {
  form: FormOf<RoleValues>;
  /** The saved rights; null for a new role. */
  saved: Permissions | null;
  readOnly: boolean;
};

/** The fields of a role: its name, its reach and its rights. */
export function RoleFields({ form, saved, readOnly }: Props) {
  const { t } = useTranslation();
  const { role: own, multi_tenancy } = useSignedIn();
  const labels = useRoleLabels();
  const reachText = useReachText();
  const { value, onChange } = useField<RoleValues, Permissions>(form, 'permissions');
  const reach = useField<RoleValues, AccessLevel>(form, 'access_level').value;
  // With one tenant, the system is nothing more than that tenant.
  const offered = reaches.filter((id) => multi_tenancy || id !== 'system' || reach === id);
  const choices = offered.map((id) => ({
    id,
    name: reachText(id),
    locked: isWider(id, own.access_level),
  }));
  const locked = choices.filter((choice) => choice.locked).map(({ name }) => name);
  return (
    <>
      <div className={styles.top}>
        <TextLine form={form} name="name" label={labels.name} readOnly={readOnly} />
        <OneOfFew
          form={form}
          name="access_level"
          label={labels.access_level}
          readOnly={readOnly}
          choices={choices}
          {...(locked.length > 0 && !readOnly && { hint: t('roles.reachLocked', { levels: locked }) })}
        />
      </div>
      <PermissionMatrix
        rights={rightsIn(value)}
        saved={saved && rightsIn(saved)}
        own={rightsIn(own.permissions)}
        readOnly={readOnly}
        onChange={(rights) => onChange(asPermissions(rights))}
      />
    </>
  );
}

type RightBoxProps = {
  name: string;
  isHeld: boolean;
  /** Changed since the role was saved. */
  isChanged: boolean;
  /** Why it cannot be changed. */
  locked: string | undefined;
  onToggle: () => void;
};

/** A right with a column of its own, as a checkbox. A locked one stays focusable, and its tooltip says why. */
function RightBox({ name, isHeld, isChanged, locked, onToggle }: RightBoxProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.cell}>
      <Tooltip text={locked} off={locked === undefined}>
        <Focusable>
          <input
            type="checkbox"
            className={styles.box}
            checked={isHeld}
            onChange={() => locked === undefined && onToggle()}
            aria-label={isChanged ? t('roles.changed', { name }) : name}
            aria-disabled={locked !== undefined || undefined}
          />
        </Focusable>
      </Tooltip>
      {isHeld && <Icon of={Check} className={styles.check} size={12} strokeWidth={3} />}
      {isChanged && <i className={styles.dot} aria-hidden="true" />}
    </span>
  );
}

/** Any other right, as a toggle named in words. */
function RightToggle({ name, isHeld, isChanged, locked, onToggle }: RightBoxProps) {
  const { t } = useTranslation();
  const Sign = isHeld ? Check : Plus;
  return (
    <span className={styles.cell}>
      <Tooltip text={locked} off={locked === undefined}>
        <Focusable>
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isHeld}
            onClick={() => locked === undefined && onToggle()}
            aria-label={isChanged ? t('roles.changed', { name }) : name}
            aria-disabled={locked !== undefined || undefined}
          >
            <Icon of={Sign} size={12} strokeWidth={2} />
            {name}
          </button>
        </Focusable>
      </Tooltip>
      {isChanged && <i className={styles.dot} aria-hidden="true" />}
    </span>
  );
}

type PermissionMatrixProps = {
  rights: readonly Permission[];
  /** The saved rights; null for a new role. */
  saved: readonly Permission[] | null;
  /** The rights of the user's own role. Others are locked. */
  own: readonly Permission[];
  readOnly: boolean;
  onChange: (rights: Permission[]) => void;
};

/** The rights of a role: a row for each area, with View, Edit and Delete in columns and the further rights as toggles. */
function PermissionMatrix({ rights, saved, own, readOnly, onChange }: PermissionMatrixProps) {
  const { t } = useTranslation();
  const control = (right: Permission) => {
    const isHeld = rights.includes(right);
    return {
      name: rightName(right, t),
      isHeld,
      isChanged: saved !== null && saved.includes(right) !== isHeld,
      locked: readOnly ? t('roles.readOnly') : own.includes(right) ? undefined : t('roles.notHeld'),
      onToggle: () => onChange(toggled(rights, right, own)),
    };
  };
  return (
    <table className={styles.matrix} aria-label={t('roles.rights')}>
      <thead>
        <tr>
          <th scope="col" className={styles.area}>
            {t('roles.may')}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`rights.columns.${column}`)}
            </th>
          ))}
          <th scope="col" className={styles.further}>
            {t('roles.further')}
          </th>
        </tr>
      </thead>
      {areaGroups.map(({ id, areas }) => (
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={columns.length + 2} className={styles.group}>
              {t(`roles.groups.${id}`)}
            </th>
          </tr>
          {areas.map((area) => (
            <AreaRow key={area} area={area} control={control} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

type Control = Parameters<typeof RightBox>[0];

function AreaRow({ area, control }: { area: Area; control: (right: Permission) => Control }) {
  const { t } = useTranslation();
  const name = t(`roles.areas.${area}`);
  return (
    <tr>
      <th scope="row" className={styles.area}>
        {name}
      </th>
      {columns.map((column) => {
        const right = rightIn(area, column);
        return <td key={column}>{right && <RightBox {...control(right)} />}</td>;
      })}
      <td className={styles.further}>
        <div className={styles.toggles}>
          {furtherRights(area).map((right) => (
            <RightToggle key={right} {...control(right)} />
          ))}
        </div>
      </td>
    </tr>
  );
}
