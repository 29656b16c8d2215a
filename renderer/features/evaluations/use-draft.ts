import { answerQuestion, type EvaluationReport, evaluationReportApi } from '@shared/contract/evaluation-reports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { versioned } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useKept } from '../../core/left';
import { noticeRefusal } from '../../core/query-client';
import type { Answer, Answers } from '../scorecard';
import { commentChange, commentsOf } from './comments';
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
  /** As the service has acknowledged it last. */
  const latest = useRef(report);
  const [draft] = useState(() =>
    openDraft({
      version,
      texts: textsOf(report),
      kept: kept ?? [],
      stored: storedIn(report),
      send: async (name, change, known) => {
        const sent = { params: { report_id }, version: known };
        const evaluation_report = commentChange(latest.current, name, change.comment ?? '');
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
        latest.current = saved.report;
        client.setQueryData(evaluationKeys.one(report_id), saved);
      },
    }),
  );
  const { saver, answer, undo, redo } = draft;
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
  const { given, history, ...saving } = useStore(draft.store);
  const answers: Answers = useMemo(() => {
    const all = { ...answersOf(report) };
    for (const [id, change] of Object.entries(given)) {
      // The others are comments on sections and on the whole.
      const saved = all[id];
      if (saved && !isIn(saved, change)) all[id] = { ...saved, ...change };
    }
    return all;
  }, [report, given]);
  const comments = useMemo(() => {
    const all = commentsOf(report);
    for (const name of Object.keys(all)) all[name] = given[name]?.comment ?? all[name] ?? '';
    return all;
  }, [report, given]);
  return {
    ...{ answers, answer, comments, saver, ...saving },
    undo: history.past.length > 0 ? undo : undefined,
    redo: history.future.length > 0 ? redo : undefined,
  };
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

/** The questions that are answered in words. An evaluation keeps its questions. */
const textsOf = ({ sections }: EvaluationReport): ReadonlySet<string> =>
  new Set(
    sections.flatMap(({ questions }) =>
      questions.filter(({ type }) => type === 'text').map(({ form_question_id }) => form_question_id),
    ),
  );

const isIn = (answer: Answer, change: Change): boolean =>
  (Object.keys(change) as (keyof Answer)[]).every((part) => answer[part] === change[part]);
