import { type AccessLevel, accessLevels, isWider, type Permissions } from '@shared/permissions';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../core/session';
import { OneOfFew } from '../../form/choices';
import { TextLine } from '../../form/fields';
import { type FormOf, useField } from '../../form/use-field';
import { PermissionMatrix } from './permission-matrix';
import { asPermissions, rightsIn } from './rights';
import styles from './role-fields.module.css';

export type RoleValues = { name: string; access_level: AccessLevel; permissions: Permissions };

/** The labels of the fields, for the form and the save bar. */
export function useLabels(): Record<keyof RoleValues, string> {
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
  const labels = useLabels();
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
