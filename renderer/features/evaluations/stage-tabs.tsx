import type { Call } from '@shared/contract/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { narrow } from '../../core/layout';
import { useHolds } from '../../core/session';
import { TabList, tabPanel } from '../../ui/tabs';
import { useMediaQuery } from '../../ui/use-media-query';
import { CallDetails, ExportNotes, LongHistory, NoteComposer, NoteList, useNotes } from '../call';
import styles from './stage-tabs.module.css';

type StageTab = 'form' | 'notes' | 'details' | 'history';
const of = 'stage';

/** The tab that is shown below the deck. The form is a tab only where the window is too narrow for it next to the deck. */
export function useStageTab() {
  const isNarrow = useMediaQuery(narrow);
  const maySeeNotes = useHolds('call_notes:view');
  const [chosen, onChange] = useState<StageTab>('form');
  const first: StageTab = maySeeNotes ? 'notes' : 'details';
  const tab = chosen === 'form' && !isNarrow ? first : chosen;
  return { tab, onChange, isNarrow, maySeeNotes };
}

/** The attributes of the form's part, where it is a tab. */
export const formPanel = tabPanel(of, 'form');

type Props = {
  call: Call | undefined;
  /** Several score the call without seeing each other: what is noted or done meanwhile is not shown. */
  isAlone: boolean;
} & ReturnType<typeof useStageTab>;

/** The notes on the call on the stage, with a field for another one, its details, and its history. */
export function StageTabs({ call, isAlone, tab, onChange, isNarrow, maySeeNotes }: Props) {
  const { t } = useTranslation();
  const notes = useNotes(call?.call_id ?? null);
  const mayAdd = useHolds('calls:add_notes') && !isAlone;
  const maySeeHistory = useHolds('audit:view') && !isAlone;
  const [seen, setSeen] = useState<readonly StageTab[]>([]);
  const show = (to: StageTab) => {
    setSeen((before) => [...new Set([...before, tab, to])]);
    onChange(to);
  };
  const isSeen = (id: StageTab) => tab === id || seen.includes(id);
  const panel = (id: StageTab) => ({ ...tabPanel(of, id), hidden: tab !== id });
  // Scrolled by the keys, because it may hold nothing that takes the focus.
  const scrolled = (id: StageTab) => ({ ...panel(id), tabIndex: 0 });
  return (
    <>
      <div className={styles.row} data-place="form">
        <TabList
          label={t('evaluations.show')}
          of={of}
          tabs={[
            ...(isNarrow ? [{ id: 'form' as const, name: t('evaluations.form') }] : []),
            ...(maySeeNotes
              ? [{ id: 'notes' as const, name: t('evaluations.notes'), count: notes?.length || undefined }]
              : []),
            { id: 'details', name: t('evaluations.details') },
            ...(maySeeHistory ? [{ id: 'history' as const, name: t('evaluations.history') }] : []),
          ]}
          value={tab}
          onChange={show}
        />
        {tab === 'notes' && call && notes && notes.length > 0 && <ExportNotes call={call} notes={notes} />}
      </div>
      <div className={styles.below} data-shown={tab !== 'form' || undefined} data-place="form" data-pane tabIndex={-1}>
        {maySeeNotes && (
          <div className={styles.notes} {...panel('notes')}>
            <div className={styles.list} data-pane-focus tabIndex={-1}>
              {call && <NoteList call={call} />}
            </div>
            {call && mayAdd && (
              <div className={styles.composer}>
                <NoteComposer key={call.call_id} call={call} onWrite={() => show('notes')} />
              </div>
            )}
          </div>
        )}
        <div className={styles.details} {...scrolled('details')}>
          {call && isSeen('details') && <CallDetails key={call.call_id} call={call} />}
        </div>
        {maySeeHistory && (
          <div className={styles.history} {...scrolled('history')}>
            {call && isSeen('history') && <LongHistory call={call} />}
          </div>
        )}
      </div>
    </>
  );
}
