import { licenceNames } from '@shared/licences';
import { ToggleButton } from 'react-aria-components';
import { Trans, useTranslation } from 'react-i18next';
import { useAddress } from '../../core/address';
import { useFormat } from '../../i18n/use-format';
import { countLimit } from '../../list/use-list';
import { Segments } from '../../ui/segments';
import { marks } from './licence-marks';
import styles from './user-filters.module.css';
import { type Segment, segments, useLicences, useUserCount } from './users';

/** The filters of the list. They are part of the address, so that Back and a reload restore them. */
export function useUserFilters() {
  const { params, change } = useAddress();
  const segment = segments.find((one) => one === params.get('show')) ?? 'active';
  const licence = licenceNames.find((one) => one === params.get('licence')) ?? null;
  const set = (name: string, value: string | null) =>
    change((next) => {
      for (const filter of ['show', 'licence']) next.delete(filter);
      if (value !== null) next.set(name, value);
    });
  return {
    segment,
    licence,
    setSegment: (to: Segment) => set('show', to === 'active' ? null : to),
    setLicence: (to: string | null) => set('licence', to),
  };
}

/** Active, not active, or all users, with their numbers; and the licences, each of which shows the users who have one. */
export function UserFilters() {
  const { t } = useTranslation();
  const format = useFormat();
  const { segment, licence, setSegment, setLicence } = useUserFilters();
  const [active, inactive] = [useUserCount('active'), useUserCount('inactive')];
  const all = active != null && inactive != null ? active + inactive : active === undefined ? undefined : null;
  const counts = { active, inactive, all };
  const countText = (count: number | null | undefined) =>
    count === undefined ? undefined : count === null ? `${format.figure(countLimit)}+` : format.figure(count);
  return (
    <div className={styles.row} data-focus-group>
      <Segments
        label={t('users.show')}
        value={segment}
        onChange={(to) => setSegment(to as Segment)}
        choices={segments.map((id) => ({ id, name: t(`users.segment.${id}`), count: countText(counts[id]) }))}
        compact
      />
      <Seats licence={licence} onChange={setLicence} />
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
