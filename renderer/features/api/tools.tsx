import type { Tool } from '@shared/contract/requests';
import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { RevokeToken } from '../account';
import styles from './api-page.module.css';

/** The tools that have sent requests since Earshot was started. */
export function Tools({ tools }: { tools: readonly Tool[] }) {
  const { t } = useTranslation();
  const readingOnly = useReadingOnly();
  const mayRevoke = useHolds('users:login_settings');
  const { user: me } = useSignedIn();
  const whyNotRevoke = (user_id: string) =>
    readingOnly ?? (mayRevoke || user_id === me.user_id ? undefined : t('api.mayNotRevoke'));
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
              <th scope="col">
                <span className="visually-hidden">{t('api.action')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tools.map(({ tool, token_id, is_revoked, user_id, user_name, means, requests, last_at }) => (
              <tr key={token_id ?? `${means} ${user_id}`}>
                <th scope="row" dir="auto">
                  {tool ?? user_name}
                </th>
                <td>{t(`api.means.${means}`, { name: user_name })}</td>
                <td data-figures>{format.clock(last_at)}</td>
                <td className={styles.figure}>{format.figure(requests)}</td>
                <td className={styles.act}>
                  {token_id !== null && tool !== null && (
                    <RevokeToken
                      user_id={user_id}
                      token_id={token_id}
                      name={tool}
                      unavailable={is_revoked ? t('api.isRevoked') : whyNotRevoke(user_id)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
