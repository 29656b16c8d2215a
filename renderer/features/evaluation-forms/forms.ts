import { type EvaluationForm, evaluationFormApi } from '@shared/contract/evaluation-forms';
import { formKeys } from '../../api/cache/evaluation-forms';
import { recordQuery } from '../../api/record';
import { useSearchedList } from '../../list/use-collection';

export type ListedForm = Omit<EvaluationForm, 'sections'>;

/** The forms whose names contain a text, by name. */
export const useForms = (search: string) =>
  useSearchedList(evaluationFormApi.list, 'evaluation_forms', formKeys.list, search);

/** One form in its current revision, and the version that was read. */
export const oneForm = recordQuery(evaluationFormApi.read, 'evaluation_form', formKeys.one);

export const questionCount = ({ sections }: Pick<EvaluationForm, 'sections'>): number =>
  sections.reduce((count, { questions }) => count + questions.length, 0);
