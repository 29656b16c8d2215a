import './texts';

export { EvaluationFormsPage } from './evaluation-forms-page';
