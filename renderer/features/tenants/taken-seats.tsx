import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useLicences } from '../users';
import styles from './taken-seats.module.css';

/** How many seats of a tenant are taken. */
export function TakenSeats({ tenant_id }: { tenant_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const maySee = useHolds('users:licensing');
  const taken = useLicences(tenant_id);
  if (!maySee) return <p>{t('tenants.takenHidden')}</p>;
  return (
    <dl className={styles.seats}>
      {taken?.map(({ licence, taken: count, most }) => (
        <div key={licence}>
          <dt>{t(`users.licence.${licence}`)}</dt>
          <dd>
            {most === null
              ? format.figure(count)
              : t('tenants.takenOf', { taken: format.figure(count), most: format.figure(most) })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
