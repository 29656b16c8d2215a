import { answerQuestion, type EvaluationReport } from '@shared/contract/evaluation-reports';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { versioned } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useKept } from '../../core/left';
import { noticeRefusal } from '../../core/query-client';
import { type Answer, type Answers, unanswered } from '../scorecard';
import { reportOptions } from './evaluations';
import { answersOf } from './report-form';
import { AnswerSaver, type Change, type SaveState } from './saver';

/** The pause in typing after which a text or a comment is saved. */
const typingMs = 400;

/**
 * The answers of an evaluation while they are given. Each change is saved at once, a text after a pause in typing. What is
 * not saved yet survives a lock of the window.
 */
export function useDraft(report: EvaluationReport, version: string | null) {
  const client = useQueryClient();
  const { report_id } = report;
  const [given, setGiven] = useState<Readonly<Record<string, Change>>>({});
  const [state, setState] = useState<SaveState>('saved');
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const [saver] = useState(
    () =>
      new AnswerSaver(version, {
        send: async (form_question_id, question, known) => {
          const sent = { params: { report_id, form_question_id }, body: { question }, version: known };
          const { answer, version: next } = await versioned(answerQuestion, sent).catch((error: unknown) => {
            noticeRefusal(error);
            throw error;
          });
          return { report: answer.evaluation_report, version: next };
        },
        read: () => reportOptions(report_id).queryFn({}),
        onState: setState,
        onSaved: (saved) => {
          setSavedAt(new Date());
          client.setQueryData(evaluationKeys.one(report_id), saved);
        },
        onRefused: setRefused,
      }),
  );
  const texts = useMemo(
    () =>
      new Set(
        report.sections.flatMap(({ questions }) =>
          questions.filter(({ type }) => type === 'text').map(({ form_question_id }) => form_question_id),
        ),
      ),
    [report.sections],
  );
  const answer = useCallback(
    (form_question_id: string, change: Change) => {
      setRefused(null);
      setGiven((all) => ({ ...all, [form_question_id]: { ...all[form_question_id], ...change } }));
      const isTyped = change.comment !== undefined || (texts.has(form_question_id) && !change.na);
      saver.give(form_question_id, change, isTyped ? typingMs : 0);
    },
    [saver, texts],
  );
  const kept = useKept(`answers of ${report_id}`, () => saver.pending);
  useEffect(() => {
    for (const [form_question_id, change] of kept ?? []) answer(form_question_id, change);
  }, [kept, answer]);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      // It goes on while the service does not respond, because the answers exist nowhere else.
      void saver.flush().then(() => isShown.current || saver.stop());
    };
  }, [saver]);
  const answers: Answers = useMemo(() => {
    const all = { ...answersOf(report) };
    for (const [id, change] of Object.entries(given)) {
      const saved = all[id] ?? unanswered;
      if (!isIn(saved, change)) all[id] = { ...saved, ...change };
    }
    return all;
  }, [report, given]);
  return { answers, answer, state, savedAt, refused, saver };
}

const isIn = (answer: Answer, change: Change): boolean =>
  (Object.keys(change) as (keyof Answer)[]).every((part) => answer[part] === change[part]);
