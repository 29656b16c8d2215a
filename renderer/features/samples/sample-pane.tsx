import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { poolParts } from '@shared/evaluation/samples';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useToday } from '../../core/use-today';
import { useFormat } from '../../i18n/use-format';
import facts from '../../ui/facts.module.css';
import { PaneError } from '../../ui/pane-error';
import { useSearchText } from '../calls';
import { byAgent, type DrawnCall } from './by-agent';
import styles from './sample-pane.module.css';
import { Seed } from './seed';
import { useSample } from './use-samples';

type Props = {
  sample_id: string;
  /** Shown for a sample that the user does not see, such as one of another tenant. */
  unseen: ReactNode;
};

/** A stored sample: how it was drawn, and how far each agent's calls in it are. */
export function SamplePane({ sample_id, unseen }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSample(sample_id);
  if (data) return <Sample sample={data} />;
  if (isRefusal(error, 404)) return unseen;
  return error && <PaneError title={t('samples.failed')} error={error} onRetry={() => void refetch()} />;
}

function Sample({ sample }: { sample: EvaluationSample }) {
  const { t } = useTranslation();
  const format = useFormat();
  const search = useSearchText(sample.query);
  const { method, amount, seed, calls, drawn_from, left_out, unlinked, pool_from, pool_to } = sample;
  const agents = byAgent(calls).map((one) => {
    return { ...one, pool: sample.pool.find(({ agent_user_id }) => agent_user_id === one.agent) };
  });
  const when = format.startedWithin(sample.created_at);
  const scored = calls.filter(isScored).length;
  return (
    <>
      <section className={styles.part}>
        <h2 className={styles.title} dir="auto">
          {sample.name ?? t('samples.ofTime', { when })}
        </h2>
        <p className={styles.quiet}>
          {t(sample.name === null ? 'samples.drawnBy' : 'samples.drawnByAt', { name: sample.user_name, when })}
        </p>
        <dl className={facts.facts}>
          <dt>{t('samples.from')}</dt>
          <dd>{search.length > 0 ? search.join(', ') : t('samples.allCalls')}</dd>
          {left_out !== null && (
            <>
              <dt>{t('samples.leftOut')}</dt>
              <dd>
                {t('samples.evaluated', { count: left_out, shown: format.figure(left_out) })}
                {!!unlinked && <p>{t('samples.leftUnlinked', { count: unlinked, shown: format.figure(unlinked) })}</p>}
              </dd>
            </>
          )}
          <dt>{t('samples.how')}</dt>
          <dd>{t(`samples.amountOf.${method}`, { count: amount, shown: format.figure(amount) })}</dd>
          <dt>{t('samples.seed')}</dt>
          <dd className={styles.seed}>
            <Seed seed={seed} />
          </dd>
        </dl>
        <p className={styles.hint}>{t('samples.sameAgain')}</p>
      </section>
      <section className={styles.part}>
        <h2 className={styles.subtitle}>
          {t('samples.drawn', {
            count: calls.length,
            shown: format.figure(calls.length),
            pool: format.figure(drawn_from),
          })}
        </h2>
        <ul className={styles.agents}>
          {agents.map(({ agent, name, own, pool }) => (
            <Progress key={agent ?? ''} name={name ?? t('samples.noAgent')} calls={own}>
              {pool && <PoolStrip pool={pool} />}
            </Progress>
          ))}
        </ul>
        {pool_from !== null && pool_to !== null && agents.some(({ pool }) => pool) && (
          <PoolKey from={pool_from} to={pool_to} />
        )}
      </section>
      <p className={styles.sum}>
        {t('samples.scoredSoFar')}
        <span data-figures>{t('samples.of', { part: format.figure(scored), all: format.figure(calls.length) })}</span>
      </p>
    </>
  );
}

const isScored = ({ status }: DrawnCall): boolean => status === 'completed';

/** An agent's progress in more calls is only written. */
const mostMarks = 12;
const inOrder = ['completed', 'in_progress', 'assigned', 'cancelled', null];

/** The calls of an agent: a square for each, full once it is scored. */
function Progress({ name, calls, children }: { name: string; calls: readonly DrawnCall[]; children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const marks = calls
    .map(({ status }) => status)
    .toSorted((one, other) => inOrder.indexOf(one) - inOrder.indexOf(other));
  return (
    <li className={styles.agent}>
      <span className={styles.name}>{name}</span>
      {marks.length <= mostMarks && (
        <span className={styles.marks} aria-hidden="true">
          {marks.map((status, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: squares of one state are alike
            <span key={at} data-status={status ?? 'open'} />
          ))}
        </span>
      )}
      <span className={styles.count} data-figures>
        {t('samples.of', { part: format.figure(calls.filter(isScored).length), all: format.figure(calls.length) })}
        <span className="visually-hidden"> {t('samples.scored')}</span>
      </span>
      {children}
    </li>
  );
}

/** Of a part of the time and of a mark in it, in px. */
const [partWidth, markWidth, height, dotHeight] = [3, 2, 16, 4];

const mark = (part: number, high: number) =>
  `M${part * partWidth} ${(height - high) / 2}h${markWidth}v${high}h-${markWidth}z`;

/** When the calls of an agent began that could have been drawn, and those that were drawn. */
function PoolStrip({ pool }: { pool: EvaluationSample['pool'][number] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const drawn = new Set(pool.drawn);
  const others = pool.parts.flatMap((count, part) => (count > 0 && !drawn.has(part) ? [part] : []));
  return (
    <div className={styles.pool}>
      <svg width={poolParts * partWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.others} d={others.map((part) => mark(part, dotHeight)).join('')} />
        <path className={styles.drawn} d={[...drawn].map((part) => mark(part, height)).join('')} />
      </svg>
      <span className="visually-hidden">
        , {t('samples.pool', { count: pool.calls, shown: format.figure(pool.calls) })}
      </span>
    </div>
  );
}

/** What the marks of the strips mean, and their time. */
function PoolKey({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  return (
    <p className={styles.key}>
      <svg width={markWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.drawn} d={mark(0, height)} />
      </svg>
      {t('samples.keyDrawn')}
      <svg width={markWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.others} d={mark(0, dotHeight)} />
      </svg>
      {t('samples.keyPool', { days: format.range(from.slice(0, 10), to.slice(0, 10), today) })}
    </p>
  );
}
