import { licenceNames } from '@shared/licences';
import { ToggleButton } from 'react-aria-components';
import { Trans, useTranslation } from 'react-i18next';
import { useAddress } from '../../core/address';
import { useFormat } from '../../i18n/use-format';
import { countText } from '../../list/count-text';
import { FilterSelect } from '../../ui/filter-select';
import { Segments } from '../../ui/segments';
import { useGroupChoices } from '../groups';
import { marks } from './licence-marks';
import styles from './user-filters.module.css';
import { type Segment, segments, useLicences, useRoleChoices, useUserCount } from './users';

/** The filters of the list. They are part of the address, so that Back and a reload restore them. */
export function useUserFilters() {
  const { params, change } = useAddress();
  const segment = segments.find((one) => one === params.get('show')) ?? 'active';
  const licence = licenceNames.find((one) => one === params.get('licence')) ?? null;
  const { data: roles, isLoading: rolesLoad } = useRoleChoices();
  const { data: groups, isLoading: groupsLoad } = useGroupChoices();
  // Of what is gone, or what the role no longer sees, the filter could not be shown.
  const [role, group] = [params.get('role'), params.get('group')];
  const role_id = rolesLoad || roles?.some((one) => one.role_id === role) ? role : null;
  const group_id = groupsLoad || groups?.some((one) => one.group_id === group) ? group : null;
  const set = (filters: Readonly<Record<string, string | null>>) =>
    change((next) => {
      for (const [name, value] of Object.entries(filters)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
    });
  return {
    roles,
    groups,
    segment,
    licence,
    role_id,
    group_id,
    // Only active users have a licence, so one replaces the other.
    setSegment: (to: Segment) => set({ show: to === 'active' ? null : to, licence: null }),
    setLicence: (to: string | null) => set({ show: null, licence: to }),
    setRole: (to: string | null) => set({ role: to }),
    setGroup: (to: string | null) => set({ group: to }),
    clear: () => set({ show: null, licence: null, role: null, group: null }),
  };
}

/**
 * Active, not active, or all users, with their numbers; a role and a group; and the licences, each of which shows the
 * users who have one.
 */
export function UserFilters() {
  const { t } = useTranslation();
  const format = useFormat();
  const { roles, groups, ...filters } = useUserFilters();
  const [active, inactive] = [useUserCount('active'), useUserCount('inactive')];
  const all = active != null && inactive != null ? active + inactive : active === undefined ? undefined : null;
  const counts = { active, inactive, all };
  const textOf = (count: number | null | undefined) =>
    count === undefined ? undefined : countText(count, format.figure);
  return (
    <div className={styles.row} data-focus-group>
      <Segments
        label={t('users.show')}
        value={filters.segment}
        onChange={(to) => filters.setSegment(to as Segment)}
        choices={segments.map((id) => ({ id, name: t(`users.segment.${id}`), count: textOf(counts[id]) }))}
        compact
      />
      <div className={styles.selects}>
        {roles && (
          <FilterSelect
            label={t('users.column.role')}
            any={t('users.any')}
            value={filters.role_id}
            onChange={filters.setRole}
            choices={roles.map(({ role_id: id, name }) => ({ id, name }))}
          />
        )}
        {groups && (
          <FilterSelect
            label={t('users.inGroup')}
            any={t('users.any')}
            value={filters.group_id}
            onChange={filters.setGroup}
            choices={groups.map(({ group_id: id, name }) => ({ id, name }))}
          />
        )}
      </div>
      <Seats licence={filters.licence} onChange={filters.setLicence} />
    </div>
  );
}

function Seats({ licence, onChange }: { licence: string | null; onChange: (licence: string | null) => void }) {
  const { t } = useTranslation();
  const licences = useLicences();
  return (
    <div className={styles.seats}>
      {marks.map(([name]) => {
        const counts = licences?.find((one) => one.licence === name);
        return (
          counts && (
            <ToggleButton
              key={name}
              className={styles.seat ?? ''}
              isSelected={licence === name}
              onChange={(on) => onChange(on ? name : null)}
            >
              <Trans
                i18nKey={counts.most === null ? 'users.seats' : 'users.seatsOf'}
                values={{ licence: t(`users.licence.${name}`), taken: counts.taken, most: counts.most }}
                components={{ b: <b /> }}
              />
            </ToggleButton>
          )
        );
      })}
    </div>
  );
}
