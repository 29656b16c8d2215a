import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useHolds } from '../../core/session';
import { classNames } from '../../ui/class-names';
import tabs from '../../ui/tabs.module.css';
import { path } from './calibrations';
import styles from './evaluation-tabs.module.css';

/** The pages of evaluations, as links below the bar. */
export function EvaluationTabs() {
  const { t } = useTranslation();
  const mayScore = useHolds('evaluation_reports:edit');
  return (
    <nav className={classNames(tabs.tabs, styles.pages)} aria-label={t('calibrations.pages')}>
      <NavLink to="/evaluations" end className={tabs.tab ?? ''}>
        {t('calibrations.evaluations')}
      </NavLink>
      <NavLink to={path} className={tabs.tab ?? ''}>
        {t('calibrations.calibration')}
      </NavLink>
      {mayScore && (
        <NavLink to="/evaluations/plans" className={tabs.tab ?? ''}>
          {t('calibrations.plans')}
        </NavLink>
      )}
    </nav>
  );
}
