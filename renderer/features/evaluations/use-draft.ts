import { answerQuestion, type EvaluationReport } from '@shared/contract/evaluation-reports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { versioned } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useKept } from '../../core/left';
import { noticeRefusal } from '../../core/query-client';
import { type Answer, type Answers, unanswered } from '../scorecard';
import { openDraft } from './draft';
import { reportOptions } from './evaluations';
import { answersOf } from './report-form';
import type { Change } from './saver';

/**
 * The draft of an evaluation. `answer` stays the same function. What is not saved yet survives a lock of the window.
 */
export function useDraft(report: EvaluationReport, version: string | null) {
  const client = useQueryClient();
  const { report_id } = report;
  const kept = useKept(`answers of ${report_id}`, (): [string, Change][] => draft.saver.pending);
  const [draft] = useState(() =>
    openDraft({
      version,
      texts: textsOf(report),
      kept: kept ?? [],
      send: async (form_question_id, question, known) => {
        const sent = { params: { report_id, form_question_id }, body: { question }, version: known };
        const { answer, version: next } = await versioned(answerQuestion, sent).catch((error: unknown) => {
          noticeRefusal(error);
          throw error;
        });
        return { report: answer.evaluation_report, version: next };
      },
      read: () => reportOptions(report_id).queryFn({}),
      onSaved: (saved) => client.setQueryData(evaluationKeys.one(report_id), saved),
    }),
  );
  const { saver, answer } = draft;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    draft.takeUp();
    return () => {
      isShown.current = false;
      // It goes on while the service does not respond, because the answers exist nowhere else.
      void saver.flush().then(() => isShown.current || saver.stop());
    };
  }, [draft, saver]);
  const { given, ...saving } = useStore(draft.store);
  const answers: Answers = useMemo(() => {
    const all = { ...answersOf(report) };
    for (const [id, change] of Object.entries(given)) {
      const saved = all[id] ?? unanswered;
      if (!isIn(saved, change)) all[id] = { ...saved, ...change };
    }
    return all;
  }, [report, given]);
  return { answers, answer, saver, ...saving };
}

/** The questions that are answered in words. An evaluation keeps its questions. */
const textsOf = ({ sections }: EvaluationReport): ReadonlySet<string> =>
  new Set(
    sections.flatMap(({ questions }) =>
      questions.filter(({ type }) => type === 'text').map(({ form_question_id }) => form_question_id),
    ),
  );

const isIn = (answer: Answer, change: Change): boolean =>
  (Object.keys(change) as (keyof Answer)[]).every((part) => answer[part] === change[part]);
