import type { Area, Permission } from '@shared/permissions';
import { useTranslation } from 'react-i18next';
import styles from './permission-matrix.module.css';
import { RightBox, RightToggle } from './right-control';
import { rightName } from './right-names';
import { areaGroups, columns, furtherRights, rightIn, toggled } from './rights';

type Props = {
  rights: readonly Permission[];
  /** The saved rights; null for a new role. */
  saved: readonly Permission[] | null;
  /** The rights of the user's own role. Others are locked. */
  own: readonly Permission[];
  readOnly: boolean;
  onChange: (rights: Permission[]) => void;
};

/** The rights of a role: a row for each area, with View, Edit and Delete in columns and the further rights as toggles. */
export function PermissionMatrix({ rights, saved, own, readOnly, onChange }: Props) {
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
