import {
  type Calibration,
  type CalibrationComment,
  type ComparedCall,
  calibrationApi,
  type ListedCalibration,
  listCalibrationComments,
  readCalibrationCall,
  readCalibrationResults,
  readGuidance,
} from '@shared/contract/calibrations';
import type { EvaluationForm } from '@shared/contract/evaluation-forms';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api, versioned } from '../../api/api';
import { calibrationKeys } from '../../api/cache/calibrations';
import { useHolds } from '../../core/session';
import type { ListPage } from '../../list/look';
import { countLimit, useList } from '../../list/use-list';
import { useGivenText } from '../scorecard';

export const path = '/evaluations/calibration';

export type ComparedQuestion = ComparedCall['questions'][number];

/** The rounds that the user reaches, newest first. */
export const useRounds = (search: string) =>
  useList<ListedCalibration>({
    keyOf: useCallback((page: number) => calibrationKeys.list({ search }, page), [search]),
    read: useCallback(
      async ({ page, start, limit, signal }): Promise<ListPage<ListedCalibration>> => {
        const query = { ...(search && { search_term: search }), start, limit, max_total_calc: countLimit };
        const { calibrations, ...rest } = await api(calibrationApi.list, { page, query, signal });
        return { ...rest, records: calibrations };
      },
      [search],
    ),
  });

export const useRound = (calibration_id: string | null) =>
  useQuery({
    queryKey: calibrationKeys.one(calibration_id ?? ''),
    enabled: calibration_id !== null,
    queryFn: async ({ signal }): Promise<{ round: Calibration; version: string | null }> => {
      const { answer, version } = await versioned(calibrationApi.read, {
        params: { calibration_id: calibration_id ?? '' },
        signal,
      });
      return { round: answer.calibration, version };
    },
  });

export const useResults = (calibration_id: string, isEnded: boolean) =>
  useQuery({
    queryKey: calibrationKeys.results(calibration_id),
    enabled: isEnded,
    queryFn: async ({ signal }) => (await api(readCalibrationResults, { params: { calibration_id }, signal })).results,
  });

export const useComparedCall = (calibration_id: string, call_id: string) =>
  useQuery({
    queryKey: calibrationKeys.call(calibration_id, call_id),
    queryFn: async ({ signal }) =>
      (await api(readCalibrationCall, { params: { calibration_id, call_id }, signal })).calibration_call,
  });

/** All comments of a round, the oldest first. */
export const useComments = (calibration_id: string) =>
  useQuery({
    queryKey: calibrationKeys.comments(calibration_id),
    queryFn: async ({ signal }) => {
      const all: CalibrationComment[] = [];
      for (let page = { comments: all, next_url: '' as string | null }; page.next_url !== null; ) {
        const query = { start: all.length, limit: 1000 };
        page = await api(listCalibrationComments, { params: { calibration_id }, query, signal });
        all.push(...page.comments);
      }
      return all;
    },
  });

/** What the user has scored of a round, as far as they may know it. */
export const finishedOf = ({ evaluators }: ListedCalibration, user_id: string): number | null =>
  evaluators.find((one) => one.user_id === user_id)?.finished ?? null;

/** A form whose questions say, after their own guidance, what rounds have agreed on about them. */
export function useGuided(form: EvaluationForm | undefined): EvaluationForm | undefined {
  const { t } = useTranslation();
  const givenText = useGivenText();
  const maySee = useHolds('evaluation_forms:view');
  const form_id = form?.form_id ?? '';
  const { data } = useQuery({
    queryKey: calibrationKeys.guidance(form_id),
    enabled: maySee && form !== undefined,
    queryFn: async ({ signal }) => (await api(readGuidance, { params: { form_id }, signal })).guidance,
  });
  return useMemo(() => {
    if (!form || !data || data.length === 0) return form;
    const withNotes = (question: EvaluationForm['sections'][number]['questions'][number]) => {
      const notes = data
        .filter((one) => one.form_question_id === question.form_question_id)
        .map(({ note, answer, na, calibration_name: round }) => {
          const given = answer === null && !na ? [] : [givenText(question.type, { answer, na })];
          return t('calibrations.guidanceOf', { note: [...given, note].filter(Boolean).join(': '), round });
        });
      return { ...question, description: [question.description, ...notes].filter(Boolean).join('\n') };
    };
    const sections = form.sections.map((section) => ({ ...section, questions: section.questions.map(withNotes) }));
    return { ...form, sections };
  }, [form, data, t, givenText]);
}
