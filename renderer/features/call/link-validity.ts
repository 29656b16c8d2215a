import { useState } from 'react';
import { ownStore } from '../../core/own-store';

/** How long a link may work, in seconds. */
const spans = { quarter: 900, hour: 3_600, day: 86_400, week: 604_800 } as const;
const longest = spans.week;

export const validities = ['quarter', 'hour', 'day', 'week', 'other'] as const;
export type Validity = (typeof validities)[number];

/** The last choice of each user. */
const useChosen = ownStore<{ validity: Validity }>('link', { validity: 'hour' });

/** How long the link to be made will work: a span, or with `other` until a moment. */
export function useLinkValidity() {
  const { validity } = useChosen();
  const [openedAt] = useState(() => Date.now());
  const [moment, setMoment] = useState<string | null>(() => new Date(openedAt + spans.day * 1000).toISOString());
  const secondsFrom = (now: number): number | undefined => {
    if (validity !== 'other') return spans[validity];
    const seconds = moment === null ? 0 : Math.round((Date.parse(moment) - now) / 1000);
    return seconds >= 1 && seconds <= longest ? seconds : undefined;
  };
  const shown = secondsFrom(openedAt);
  return {
    validity,
    choose: (next: Validity) => useChosen.setState({ validity: next }),
    moment,
    setMoment,
    /** When a link that is made now ends; undefined for a moment that is past, or more than 7 days ahead. */
    until: shown === undefined ? undefined : new Date(openedAt + shown * 1000).toISOString(),
    /** The seconds from now on; undefined like `until`. */
    seconds: () => secondsFrom(Date.now()),
  };
}
