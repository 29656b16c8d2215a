import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Leads to the evaluation forms, where there is none to evaluate with. */
export const MakeForm = () => <Link to="/admin/evaluation-forms">{useTranslation().t('assignments.makeForm')}</Link>;
