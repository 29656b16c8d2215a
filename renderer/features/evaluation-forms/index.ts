import './texts';

export { EvaluationFormsPage } from './evaluation-forms-page';
export { oneForm } from './forms';
