import { type LucideIcon, Redo2, Undo2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../../../core/shortcuts';
import { useCommand, useDraftUndo } from '../../../core/use-command';
import { Crumb } from '../../../form/crumb';
import { LeaveDialog } from '../../../form/leave-dialog';
import { useFormat } from '../../../i18n/use-format';
import { Button } from '../../../ui/button';
import { FormMessage } from '../../../ui/form-message';
import { useHalves } from '../../../ui/halves';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { Page } from '../../../ui/page';
import { PageBar } from '../../../ui/page-bar';
import { LiveForm } from '../live-form';
import { About } from './about';
import styles from './designer.module.css';
import { type DraftSection, scoredOf } from './draft';
import { Outline } from './outline';
import { type Share, sharesOf } from './shares';
import { ActionsProvider, ShownDraft, type Designer as State, useActions } from './use-designer';

type Props = {
  designer: State;
  /** The stored name, or what the page of a new form is called. */
  title: string;
  badge: string | undefined;
  publish: { text: string; busy: boolean; run: () => void; unavailable: string | undefined };
  /** Why it was not published, with what can be done. */
  notice: ReactNode;
  /** Further actions on the form. */
  actions?: ReactNode;
  readOnly: boolean;
};

/** The designer of a form: its outline, and next to it the form as the evaluator sees it. */
export function Designer({ designer, title, badge, publish, notice, actions, readOnly }: Props) {
  const { t } = useTranslation();
  const { draft, open, isChanged, undo, redo, hasUnsaved } = designer;
  const shown = useDeferredValue(draft);
  const form = useMemo(() => scoredOf(shown), [shown]);
  const shares = useMemo(() => sharesOf(form), [form]);
  const mayPublish = isChanged && publish.unavailable === undefined && !publish.busy;
  const halves = useHalves(t('forms.show'), { first: t('forms.outline'), second: t('forms.live') });
  // Its faults are shown in the outline.
  const run = () => {
    halves.show('first');
    publish.run();
  };
  useCommand('save', mayPublish ? run : undefined, isChanged ? publish.unavailable : t('forms.unchanged'));
  useDraftUndo(undo, redo);
  const live = useRef<HTMLElement>(null);
  useEffect(() => {
    const question = open === null ? null : live.current?.querySelector(`[data-question="${open}"]`);
    if (question && !question.contains(document.activeElement)) question.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const shortcutOf = useKeysOf();
  const step = (id: 'undo' | 'redo', run: (() => void) | undefined, icon: LucideIcon) => (
    <IconButton
      label={t(`forms.${id}`)}
      keys={shortcutOf(id)}
      unavailable={run ? undefined : t(id === 'undo' ? 'keys.nothingToUndo' : 'keys.nothingToRedo')}
      onPress={() => run?.()}
    >
      <Icon of={icon} />
    </IconButton>
  );
  return (
    <ActionsProvider value={designer.actions}>
      <ShownDraft value={designer.draft}>
        <Page label={title} className={styles.page}>
          <PageBar
            title={title}
            of="record"
            badge={badge}
            before={<Crumb name={t('forms.title')} to="/admin/evaluation-forms" />}
          >
            {!readOnly && (
              <>
                {step('undo', undo, Undo2)}
                {step('redo', redo, Redo2)}
                <i className={styles.line} aria-hidden="true" />
              </>
            )}
            {actions}
            <Button
              look="ink"
              busy={publish.busy}
              unavailable={publish.unavailable ?? (isChanged ? undefined : t('forms.unchanged'))}
              onPress={run}
            >
              {publish.text}
            </Button>
          </PageBar>
          {halves.choice}
          <form
            className={halves.lookOf('first', styles.outline)}
            data-page-focus
            data-draft
            noValidate
            onSubmit={(event: FormEvent) => event.preventDefault()}
          >
            {notice}
            <About designer={designer} readOnly={readOnly} />
            <Weights sections={shown.sections} shares={shares.sections} points={shares.points} />
            <Outline designer={designer} shares={shares.sections} readOnly={readOnly} />
          </form>
          <aside
            ref={live}
            className={halves.lookOf('second', styles.live)}
            aria-label={t('forms.live')}
            data-pane
            tabIndex={-1}
          >
            <LiveForm form={form} current={open} onCurrent={designer.actions.show} />
          </aside>
          <LeaveDialog hasUnsaved={hasUnsaved} names={draft.name.trim() || title} />
        </Page>
      </ShownDraft>
    </ActionsProvider>
  );
}

/** A refusal of the whole form. */
export const Notice = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className={styles.notice}>
    <FormMessage>{text}</FormMessage>
    {children}
  </div>
);

type WeightsProps = { sections: readonly DraftSection[]; shares: readonly Share[]; points: number };

/** How much each section counts, as a bar. Pressing a part opens its section. */
function Weights({ sections, shares, points }: WeightsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { open } = useActions();
  return (
    <section className={styles.weights} aria-labelledby="weights">
      <div className={styles.head}>
        <h2 id="weights" className={styles.title}>
          {t('forms.weights')}
        </h2>
        <span className={styles.points} data-figures>
          {t('forms.pointsInAll', { count: points, shown: format.figure(points) })}
        </span>
      </div>
      <div className={styles.bar}>
        {sections.map(({ key, title }, at) => {
          const percent = shares[at]?.percent ?? 0;
          const name = title.trim() || t('forms.untitledSection');
          return (
            <button
              key={key}
              type="button"
              className={styles.part}
              style={{ flexGrow: Math.max(percent, 1) }}
              title={name}
              onClick={() => open(key)}
            >
              <span className={styles.name}>{name}</span>{' '}
              <span className={styles.percent} data-figures>
                {format.percent(Math.round(percent))}
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
