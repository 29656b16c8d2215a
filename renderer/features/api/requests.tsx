import type { ToolRequest } from '@shared/contract/requests';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { ToggleChip } from '../../ui/toggle-chip';
import styles from './api-page.module.css';

const shownAtFirst = 20;

/** The last requests of tools, newest first. */
export function Requests({ requests }: { requests: readonly ToolRequest[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [onlyRefused, setOnlyRefused] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const matching = onlyRefused ? requests.filter(({ status }) => status >= 400) : requests;
  const shown = isWhole ? matching : matching.slice(0, shownAtFirst);
  return (
    <section className={styles.section} aria-labelledby="api-requests">
      <div className={styles.head}>
        <h2 id="api-requests" className={styles.title}>
          {t('api.requests')} <span className={styles.quiet}>{t('api.untilClose')}</span>
        </h2>
        <ToggleChip isSelected={onlyRefused} onChange={setOnlyRefused}>
          {t('api.onlyRefused')}
        </ToggleChip>
      </div>
      {shown.length === 0 ? (
        <p className={styles.text}>{t(onlyRefused ? 'api.noRefused' : 'api.noRequests')}</p>
      ) : (
        <table className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('api.time')}</th>
              <th scope="col">{t('api.method')}</th>
              <th scope="col">{t('api.path')}</th>
              <th scope="col">{t('api.tool')}</th>
              <th scope="col">{t('api.status')}</th>
              <th scope="col">{t('api.duration')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, method, path, tool, user_name, status, duration_ms }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal requests differ in nothing else
              <tr key={place}>
                <td className={styles.time}>{format.clock(at)}</td>
                <td className={styles.method}>
                  <code>{method}</code>
                </td>
                <td className={styles.path}>
                  <code>{path}</code>
                </td>
                <td dir="auto">{tool ?? user_name ?? t('api.unknown')}</td>
                <td className={styles.figure} data-refused={status >= 400 || undefined}>
                  {status}
                </td>
                <td className={styles.figure}>{t('api.ms', { value: format.figure(duration_ms) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {matching.length > shown.length && (
        <div>
          <Button look="quiet" onPress={() => setWhole(true)}>
            {t('api.showAll', { count: matching.length })}
          </Button>
        </div>
      )}
    </section>
  );
}
