import styles from './lanes-picture.module.css';

type Picture = { agent: readonly number[]; customer: readonly number[]; pitch: number; width: number };

const conversation: Picture = {
  pitch: 6,
  width: 3,
  agent: [
    3, 3, 3, 20, 22, 33, 44, 42, 37, 41, 37, 26, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 26, 28, 20, 30, 37,
    38, 36, 33, 36, 35, 33, 30, 36, 41, 43, 38, 33, 34, 35, 40, 32, 34, 41, 45, 41, 38, 43, 36, 30,
  ],
  customer: [
    12, 34, 38, 29, 21, 29, 28, 25, 29, 35, 34, 37, 31, 24, 18, 3, 22, 31, 33, 35, 31, 31, 32, 42, 42, 25, 24, 27, 27,
    34, 41, 38, 34, 29, 39, 37, 35, 31, 33, 28, 3, 3, 3, 3, 3, 3, 3, 3, 3, 15, 3, 19, 23, 23, 3, 3, 3, 22,
  ],
};
const arriving: Picture = {
  pitch: 8,
  width: 4,
  agent: [
    3, 3, 3, 3, 3, 3, 3, 5, 9, 14, 15, 17, 20, 19, 15, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 9, 27, 25, 25,
    31, 32, 32, 28, 29, 29, 28, 28, 24, 29, 33, 33, 28, 23, 22, 21, 22, 17, 14, 15, 14, 10, 8, 6, 5, 3, 3, 3, 3,
  ],
  customer: [
    3, 3, 3, 3, 3, 3, 3, 5, 7, 6, 5, 13, 16, 19, 21, 16, 12, 3, 16, 24, 27, 26, 24, 26, 30, 38, 33, 21, 18, 25, 26, 30,
    37, 31, 27, 33, 34, 31, 26, 30, 25, 3, 3, 3, 3, 3, 3, 3, 3, 3, 9, 3, 10, 11, 9, 3, 3, 3, 4, 3, 3, 3, 3, 3, 3,
  ],
};
const height = 48;

/** The two lanes of a call, agent above customer: the picture for pages without a call. */
export function LanesPicture({ of }: { of: 'conversation' | 'arriving' }) {
  const { agent, customer, pitch, width } = of === 'conversation' ? conversation : arriving;
  const total = (agent.length - 1) * pitch + width;
  const bar = (lane: 'agent' | 'customer') => (tall: number, at: number) => (
    <rect
      key={at}
      className={styles[lane]}
      x={at * pitch}
      y={lane === 'agent' ? height - 2 - tall : height + 2}
      width={width}
      height={tall}
      rx={width / 2}
    />
  );
  return (
    <svg
      className={styles.picture}
      width={total}
      height={2 * height}
      viewBox={`0 0 ${total} ${2 * height}`}
      aria-hidden="true"
    >
      {agent.map(bar('agent'))}
      {customer.map(bar('customer'))}
    </svg>
  );
}
