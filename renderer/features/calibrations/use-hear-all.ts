import type { Call } from '@shared/contract/calls';
import { useEffect, useRef } from 'react';
import { beforeMoment_ms, playMoment, usePlayer } from '../player';
import type { ComparedQuestion } from './calibrations';

/** How long each moment is heard, from two seconds before it. */
export const heard_ms = 8_000;
/** The player tells its position ten times a second. */
const late_ms = 1_000;

/** The different moments that the answers to a question are linked to, in the order of the call. */
export const momentsOf = ({ answers }: ComparedQuestion): number[] =>
  [...new Set(answers.flatMap(({ position }) => (position === null ? [] : [position])))].sort((a, b) => a - b);

/**
 * Plays the moments of a question one after another; undefined without one. A seek elsewhere, another call in the deck or
 * another question ends it.
 */
export function useHearAll(call: Call | null, question: ComparedQuestion | undefined): (() => void) | undefined {
  const leave = useRef<() => void>(undefined);
  const id = question?.form_question_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is heard belongs to its question
  useEffect(() => () => leave.current?.(), [id]);
  const moments = question ? momentsOf(question) : [];
  if (!call || moments.length === 0) return undefined;
  const { call_id } = call;
  return () => {
    const left = [...moments];
    const next = () => {
      // Before the jump, which tells of positions between.
      leave.current?.();
      const moment = left.shift();
      if (moment === undefined) return usePlayer.getState().pause();
      playMoment(call, moment);
      const from = Math.max(0, moment - beforeMoment_ms);
      leave.current = usePlayer.subscribe((player) => {
        const { position_ms: at, duration_ms } = player;
        const end = Math.min(from + heard_ms, duration_ms > 0 ? duration_ms - late_ms / 10 : from + heard_ms);
        if (player.call_id !== call_id || at < from - late_ms || at > end + late_ms) leave.current?.();
        else if (at >= end) next();
      });
    };
    next();
  };
}
