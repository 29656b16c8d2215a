import { answerQuestion, type EvaluationReport, evaluationReportApi } from '@shared/contract/evaluation-reports';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { versioned } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { noticeRefusal } from '../../core/query-client';
import { type Answer, type Answers, choicesOf, hiddenWith, type ScoredForm, unanswered } from '../scorecard';
import { commentChange, commentsOf } from './comments';
import { type Draft, type Opening, openDraft } from './draft';
import { reportOptions } from './evaluations';
import { draftOf, showDraft } from './open-drafts';
import { answersOf, formOf } from './report-form';
import type { Change } from './saver';

/** The draft of an evaluation. What is not saved yet survives a lock of the window, and is saved even if the page is left. */
export function useDraft(report: EvaluationReport, version: string | null, form: ScoredForm): Draft {
  const client = useQueryClient();
  const { report_id } = report;
  const [draft] = useState(() =>
    draftOf(report_id, (kept) => openDraft(openingOf(report, form, version, kept, client))),
  );
  useEffect(() => {
    draft.restore();
    return showDraft(report_id);
  }, [draft, report_id]);
  return draft;
}

function openingOf(
  report: EvaluationReport,
  form: ScoredForm,
  version: string | null,
  kept: readonly [string, Change][],
  client: QueryClient,
): Opening {
  const { report_id } = report;
  /** As the service has acknowledged it last. */
  let latest = report;
  return {
    version,
    typed: typedIn(report),
    kept,
    stored: storedIn(report),
    hiddenWith: (changes) => {
      const answers = Object.entries(changes).map(([id, change]) => [id, { ...unanswered, ...change }]);
      return hiddenWith(form, Object.fromEntries(answers));
    },
    send: async (name, change, known) => {
      const sent = { params: { report_id }, version: known };
      const evaluation_report = commentChange(latest, name, change.comment ?? '');
      const saving = evaluation_report
        ? versioned(evaluationReportApi.update, { ...sent, body: { evaluation_report } })
        : versioned(answerQuestion, {
            ...sent,
            params: { report_id, form_question_id: name },
            body: { question: change },
          });
      const { answer, version: next } = await saving.catch((error: unknown) => {
        noticeRefusal(error);
        throw error;
      });
      return { report: answer.evaluation_report, version: next };
    },
    read: () => reportOptions(report_id).queryFn({}),
    onSaved: (saved) => {
      latest = saved.report;
      client.setQueryData(evaluationKeys.one(report_id), saved);
    },
  };
}

/** The answers of a draft: as they are stored, with what was given since. An unchanged answer stays the same object. */
export function useAnswers(report: EvaluationReport, { store }: Draft): Answers {
  const given = useStore(store, (draft) => draft.given);
  return useMemo(() => {
    const all = { ...answersOf(report) };
    for (const [id, change] of Object.entries(given)) {
      // The others are comments on sections and on the whole.
      const saved = all[id];
      if (saved && !isIn(saved, change)) all[id] = { ...saved, ...change };
    }
    return all;
  }, [report, given]);
}

/** The answers and comments of an evaluation by their names, only with what can be changed. */
const storedIn = (report: EvaluationReport): Record<string, Change> =>
  Object.fromEntries([
    ...Object.entries(answersOf(report)).map(([id, { answer, na, comment, position }]): [string, Change] => [
      id,
      { answer, na, comment, position },
    ]),
    ...Object.entries(commentsOf(report)).map(([name, comment]): [string, Change] => [name, { comment }]),
  ]);

/** The questions that are answered by typing. An evaluation keeps its questions. */
const typedIn = (report: EvaluationReport): ReadonlySet<string> =>
  new Set(
    formOf(report, undefined).sections.flatMap(({ questions }) =>
      questions
        .filter((question) => choicesOf(question, null) === undefined)
        .map(({ form_question_id }) => form_question_id),
    ),
  );

const isIn = (answer: Answer, change: Change): boolean =>
  (Object.keys(change) as (keyof Answer)[]).every((part) => isSameValue(answer[part], change[part]));

/** The labels of several choices are a new list each time they are read. */
const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));
