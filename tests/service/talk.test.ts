import { expect, test } from 'vitest';
import { type HeardFile, measureTalk } from '../../electron/service/audio/talk';

type Tones = [from: number, to: number, scale?: number][];

/** The levels of tones in seconds: at half scale unless another one is given. */
function lane(seconds: number, tones: Tones): Uint8Array {
  const levels = new Uint8Array(seconds * 50);
  for (const [from, to, scale = 0.5] of tones)
    levels.fill(Math.round(scale * 127), Math.round(from * 50), Math.round(to * 50));
  return levels;
}

const file = (seconds: number, ...lanes: Tones[]): HeardFile => ({
  start_time: 0,
  stop_time: seconds * 1000,
  agent_channel: null,
  levels: lanes.map((tones) => lane(seconds, tones)),
});

/** Agent, customer, silence, overlap, longest silence, monologue, its side; interruptions by agent and customer. */
const figures = (files: HeardFile[], joined: number | null = null) => {
  const talk = measureTalk(files, joined);
  return [
    talk?.talk_ms_agent,
    talk?.talk_ms_customer,
    talk?.silence_ms,
    talk?.overlap_ms,
    talk?.longest_silence_ms,
    talk?.longest_monologue_ms,
    talk?.longest_monologue_side,
    talk?.interruptions_agent,
    talk?.interruptions_customer,
  ];
};

const none: Tones = [];
const long: [Tones, Tones] = [
  [
    [0, 4],
    [7.8, 10],
    [14, 18],
  ],
  [
    [3, 6],
    [7, 9],
    [17.8, 19.4],
  ],
];
const quiet = 0.05;

test.each([
  ['one after the other', [file(10, [[0, 4]], [[5, 9]])], [4000, 4000, 2000, 0, 1000, 4000, 'agent', 0, 0]],
  ['one into the other', [file(10, [[0, 5]], [[4, 8]])], [5000, 4000, 2000, 1000, 0, 4000, 'agent', 0, 1]],
  ['a word in between', [file(10, [[0, 10]], [[3, 3.5]])], [10000, 500, 0, 500, 0, 10000, 'agent', 0, 0]],
  [
    'pauses between words',
    [
      file(
        5,
        [
          [0, 1],
          [1.3, 2.3],
          [2.8, 3.8],
        ],
        none,
      ),
    ],
    [3300, 0, 1700, 0, 500, 3800, 'agent', 0, 0],
  ],
  [
    'a click',
    [
      file(
        8,
        [
          [2, 2.1],
          [4, 6],
        ],
        none,
      ),
    ],
    [2000, 0, 6000, 0, 0, 2000, 'agent', 0, 0],
  ],
  [
    'one channel',
    [
      file(8, [
        [0, 2],
        [5, 6],
      ]),
    ],
    [null, null, 5000, null, 3000, null, null, null, null],
  ],
  [
    'a pause in a monologue',
    [
      file(
        10,
        [
          [0, 3],
          [4.5, 7],
        ],
        [[8, 9]],
      ),
    ],
    [5500, 1000, 3500, 0, 1500, 7000, 'agent', 0, 0],
  ],
  ['two files', [file(4, [[0, 1]], none), file(4, none, [[2, 3]])], [1000, 1000, 6000, 0, 3000, 1000, 'agent', 0, 0]],
  ['crosstalk', [file(10, [[0, 4]], [[0, 4, quiet]])], [4000, 0, 6000, 0, 0, 4000, 'agent', 0, 0]],
  ['nothing', [file(5, none, none)], [0, 0, 5000, 0, 5000, 0, null, 0, 0]],
  ['a quiet side', [file(6, [[0, 2]], [[3, 5, quiet]])], [2000, 2000, 2000, 0, 1000, 2000, 'agent', 0, 0]],
  ['a long exchange', [file(20, ...long)], [10200, 6600, 5600, 2400, 4000, 3800, 'agent', 0, 1]],
] as const)('%s', (_about, files, expected) => {
  expect(figures([...files])).toEqual(expected);
});

test('the channel of the agent may be the right one', () => {
  const turned = { ...file(10, [[5, 9]], [[0, 4]]), agent_channel: 'right' as const };

  expect(figures([turned])).toEqual(figures([file(10, [[0, 4]], [[5, 9]])]));
});

test('two legs are on one time line, the agent’s starts nearest to when the agent joined', () => {
  const [first, second] = [file(10, [[0, 4]]), { ...file(6, [[1, 5]]), start_time: 4000, stop_time: 10_000 }];

  expect(figures([first, second])).toEqual([4000, 4000, 2000, 0, 1000, 4000, 'agent', 0, 0]);
  expect(figures([first, second], 3_900)).toEqual([4000, 4000, 2000, 0, 1000, 4000, 'agent', 0, 0]);
  expect(measureTalk([first, second], 3_900)?.channels).toBe(2);
  const late = [file(10, [[0, 4]]), { ...file(6, [[1, 4]]), start_time: 4000, stop_time: 10_000 }];
  expect(figures(late, 3_900).slice(0, 2)).toEqual([3000, 4000]);
});

test('a file of one channel among others leaves the speakers together', () => {
  const talk = measureTalk([file(4, [[0, 1]], [[2, 3]]), file(4, [[0, 4]])], null);

  expect(talk).toMatchObject({ channels: 1, total_ms: 8000, silence_ms: 2000, silence_share: 25, talk_ms_agent: null });
});

test('shares have one decimal, half away from zero, and nothing is measured without files', () => {
  const talk = measureTalk([{ ...file(4, none, none), levels: [lane(32, [[0, 0.34]]), lane(32, none)] }], null);

  expect([talk?.talk_share_agent, talk?.silence_share]).toEqual([1.1, 98.9]);
  expect(measureTalk([], null)).toBeNull();
});
