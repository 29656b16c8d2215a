import type { Definition } from '@shared/contract/reports';

type Headed = [name: string, header: string];
type Outline = {
  name: string;
  description: string;
  dimensions: Headed[];
  metrics: Headed[];
  chart: 'bar' | 'line';
  sort: [name: string, sort: 'ASC' | 'DESC'];
};

const calls: Headed = ['count_calls', 'Calls'];
const minutes: Headed = ['minutes_total', 'Minutes'];
const average: Headed = ['duration_average', 'Average length'];
const evaluations: Headed = ['count_evaluations', 'Evaluations'];
const score: Headed = ['score_average', 'Average score'];
const difference: Headed = ['score_difference', 'Difference of scores'];
const agreement: Headed = ['verdict_agreement', 'Same verdict'];
const compared: Headed = ['count_compared', 'Compared evaluations'];
const passed: Headed = ['pass_rate', 'Pass rate'];

const outlines: Outline[] = [
  {
    name: 'Calls per hour',
    description: 'When people call: all days together, by the hour of the day',
    dimensions: [['hour', 'Hour']],
    metrics: [calls, minutes],
    chart: 'bar',
    sort: ['hour', 'ASC'],
  },
  {
    name: 'Calls per day',
    description: 'Calls and minutes of each day, newest first',
    dimensions: [['day', 'Day']],
    metrics: [calls, minutes],
    chart: 'line',
    sort: ['day', 'DESC'],
  },
  {
    name: 'Calls per user',
    description: 'Who spoke how often and how long',
    dimensions: [['user', 'User']],
    metrics: [calls, minutes, average],
    chart: 'bar',
    sort: ['count_calls', 'DESC'],
  },
  {
    name: 'Lengths of calls',
    description: 'The shortest, average and longest call of each direction',
    dimensions: [['direction', 'Direction']],
    chart: 'bar',
    sort: ['direction', 'ASC'],
    metrics: [calls, ['duration_shortest', 'Shortest'], average, ['duration_longest', 'Longest (s)']],
  },
  {
    name: 'Scores per agent',
    description: 'What completed evaluations found, best first',
    dimensions: [['user', 'Agent']],
    metrics: [score, passed, evaluations],
    chart: 'bar',
    sort: ['score_average', 'DESC'],
  },
  {
    name: 'Scores per form',
    description: 'What completed evaluations found, by form',
    dimensions: [['evaluation_form', 'Form']],
    metrics: [score, passed, evaluations],
    chart: 'bar',
    sort: ['evaluation_form', 'ASC'],
  },
  {
    name: 'Scores per section',
    description: 'What agents do well and what they do not, weakest first',
    dimensions: [
      ['evaluation_form', 'Form'],
      ['evaluation_section', 'Section'],
    ],
    metrics: [score, evaluations],
    chart: 'bar',
    sort: ['score_average', 'ASC'],
  },
  {
    name: 'Pass rate over time',
    description: 'How many evaluated calls of each week passed',
    dimensions: [['week', 'Week']],
    metrics: [passed, score, evaluations],
    chart: 'line',
    sort: ['week', 'ASC'],
  },
  {
    name: 'Evaluator agreement',
    description: 'How far evaluators of the same call differ, most first',
    dimensions: [['evaluator', 'Evaluator']],
    metrics: [difference, agreement, compared],
    chart: 'bar',
    sort: ['score_difference', 'DESC'],
  },
];

/** The reports that each tenant is given once, new ones at the end. They can be changed, copied and deleted like any other. */
export const readyMade: readonly Definition[] = outlines.map(
  ({ name, description, dimensions, metrics, chart, sort }) => {
    const headed = ([name, header]: Headed) => ({ name, header });
    const aligned = (align: 'left' | 'right') => (entry: Headed) => ({ ...headed(entry), text_align: align });
    const [sorted, direction] = sort;
    const header = [...dimensions, ...metrics].find(([name]) => name === sorted)?.[1] ?? sorted;
    return {
      name,
      description,
      timezone: '',
      period_begin: null,
      period_end: null,
      filters: [],
      summary_settings: metrics.map(headed),
      chart_settings: {
        chart_style: chart,
        dimensions: dimensions.map(headed),
        metrics: metrics.slice(0, 1).map(headed),
      },
      column_settings: [...dimensions.map(aligned('left')), ...metrics.map(aligned('right'))],
      sort_settings: [{ name: sorted, header, sort: direction }],
      intervals: false,
      email_report: false,
      email_report_settings: { send_to_emails: [] },
    };
  },
);
