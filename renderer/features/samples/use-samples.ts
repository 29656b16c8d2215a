import { evaluationSampleApi } from '@shared/contract/evaluation-queue';
import type { AnswerOf, BodyOf } from '@shared/contract/operation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { evaluationKeys, sampleKeys } from '../../api/cache/evaluations';
import { idIn } from '../../api/id-in';
import { refresh } from '../../core/query-client';

export type NewSample = BodyOf<typeof evaluationSampleApi.create>['evaluation_sample'];
export type EarlierSample = AnswerOf<typeof evaluationSampleApi.list>['evaluation_samples'][number];

const shown = 20;
const none: readonly EarlierSample[] = [];

/** The latest samples that the user sees. */
export function useEarlierSamples(): readonly EarlierSample[] {
  const { data } = useQuery({
    queryKey: sampleKeys.latest,
    queryFn: ({ signal }) => api(evaluationSampleApi.list, { query: { limit: shown }, signal }),
  });
  return data?.evaluation_samples ?? none;
}

/** A sample with its calls, and how far they are. */
export const useSample = (sample_id: string) =>
  useQuery({
    queryKey: evaluationKeys.sample(sample_id),
    queryFn: async ({ signal }) =>
      (await api(evaluationSampleApi.read, { params: { sample_id }, signal })).evaluation_sample,
  });

/** Draws and stores a sample, and reads its calls. */
export const useDraw = () =>
  useMutation({
    gcTime: 0,
    mutationFn: async (evaluation_sample: NewSample) => {
      const { url } = await api(evaluationSampleApi.create, { body: { evaluation_sample } });
      return (await api(evaluationSampleApi.read, { params: { sample_id: idIn(url) } })).evaluation_sample;
    },
    onSuccess: () => refresh([sampleKeys.latest]),
  });
