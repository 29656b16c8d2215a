import type { Tool } from '@shared/contract/requests';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import styles from './api-page.module.css';

/** The tools that have sent requests since Earshot was started. */
export function Tools({ tools }: { tools: readonly Tool[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className={styles.section} aria-labelledby="api-tools">
      <h2 id="api-tools" className={styles.title}>
        {t('api.tools')} <span className={styles.quiet}>{t('api.sinceStart')}</span>
      </h2>
      {tools.length === 0 ? (
        <p className={styles.text}>{t('api.noTools')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('api.tool')}</th>
              <th scope="col">{t('api.signedInWith')}</th>
              <th scope="col">{t('api.lastHeard')}</th>
              <th scope="col" className={styles.figure}>
                {t('api.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {tools.map(({ tool, user_id, user_name, means, requests, last_at }) => (
              <tr key={`${tool} ${means} ${user_id}`}>
                <th scope="row" dir="auto">
                  {tool ?? user_name}
                </th>
                <td>{t(`api.means.${means}`, { name: user_name })}</td>
                <td data-figures>{format.clock(last_at)}</td>
                <td className={styles.figure}>{format.figure(requests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
