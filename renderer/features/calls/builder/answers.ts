import { typeOfQuestion } from '@shared/call-filters/table';
import { type EvaluationForm, evaluationFormApi } from '@shared/contract/evaluation-forms';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { formKeys } from '../../../api/cache/evaluation-forms';
import { every } from '../../../api/every';
import { queryClient } from '../../../core/query-client';
import { useHolds } from '../../../core/session';
import type { Item } from './catalogue';

/** The filter by an answer before its question is chosen. */
export const answerTo = 'evaluation_answer';
const prefix = `${answerTo}_`;

type Question = EvaluationForm['sections'][number]['questions'][number];

/** The name of the filter by the answers to a question that was read. */
export function answerName(question: Question): string {
  queryClient.setQueryData(formKeys.question(question.form_question_id), question);
  return prefix + question.form_question_id;
}

/** Whether the user can choose a question. */
const useMayChooseQuestion = (): boolean => useHolds('evaluation_forms:view');

/** The forms, by name. */
export const useAllForms = () =>
  useQuery({
    queryKey: formKeys.names,
    enabled: useMayChooseQuestion(),
    queryFn: ({ signal }) => every(evaluationFormApi.list, 'evaluation_forms', signal),
  }).data;

const questionsOptions = (form_id: string) => ({
  queryKey: formKeys.questions(form_id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Question[]> => {
    const { evaluation_form } = await api(evaluationFormApi.read, { params: { form_id }, signal });
    return evaluation_form.sections.flatMap(({ questions }) => questions);
  },
});

/** The questions of a form in its current revision; undefined while they are being read, or without a form. */
export const useQuestions = (form_id: string | null) =>
  useQuery({ ...questionsOptions(form_id ?? ''), enabled: form_id !== null }).data;

const staleTime = 60_000;

/** Finds a question in the forms, one after another. Null if no current revision has it. */
async function foundQuestion(form_question_id: string, signal: AbortSignal): Promise<Question | null> {
  for (const { form_id } of await every(evaluationFormApi.list, 'evaluation_forms', signal)) {
    const questions = await queryClient.fetchQuery({ ...questionsOptions(form_id), staleTime });
    const question = questions.find((one) => one.form_question_id === form_question_id);
    if (question) return question;
  }
  return null;
}

/**
 * The filters among these that are by the answer to a question, each with the title, the type and the answers of its question. One
 * whose question the user does not see is by a text.
 */
export function useAnswerItems(names: readonly string[]): ReadonlyMap<string, Item> {
  const { t } = useTranslation();
  const mayChoose = useMayChooseQuestion();
  const wanted = names.filter((name) => name.startsWith(prefix));
  const found = useQueries({
    queries: wanted.map((name) => {
      const form_question_id = name.slice(prefix.length);
      return {
        queryKey: formKeys.question(form_question_id),
        enabled: mayChoose,
        staleTime,
        queryFn: ({ signal }: { signal: AbortSignal }) => foundQuestion(form_question_id, signal),
      };
    }),
  });
  return new Map(
    wanted.map((name, at) => {
      const question = found[at]?.data;
      const label = question?.title ?? t('filters.answerTo');
      const yesNo = ['yes', 'no'].map((id) => ({ id, name: t(`filters.yesNo.${id === 'yes'}`) }));
      const labels = question?.options?.map(({ label }) => ({ id: label, name: label }));
      const choices = question?.type === 'yes_no' ? yesNo : labels;
      const type = question ? typeOfQuestion[question.type] : 'string';
      const item: Item = { name, label, found: label, group: 'review', type, unlisted: true };
      return [name, type === 'set' && choices ? { ...item, choices } : item];
    }),
  );
}
