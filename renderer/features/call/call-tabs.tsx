import type { Call } from '@shared/contract/calls';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useHolds } from '../../core/session';
import { ScrollArea } from '../../ui/scroll-area';
import { TabList, tabPanel } from '../../ui/tabs';
import { AddNote } from './add-note';
import { EvaluationsOfCall } from './call-evaluations';
import styles from './call-tabs.module.css';
import { ExportNotes } from './export-notes';
import { FieldSection } from './field-section';
import { Files } from './files';
import { LongHistory } from './history';
import { NoteList } from './note-list';
import { OtherCalls } from './other-calls';
import { People } from './people';
import { Summary } from './summary';
import { Technical } from './technical';
import { useNotes } from './use-notes';
import { WhoSpoke } from './who-spoke';

type Tab = 'details' | 'notes' | 'evaluations' | 'history';
const of = 'call';

/** The chosen tab, which stays while calls change. */
const useChosenTab = create<{ tab: Tab }>(() => ({ tab: 'details' }));

/** The details, notes, evaluations and history of a call, each in a tab. */
export function CallTabs({ call }: { call: Call }) {
  const { t } = useTranslation();
  const notes = useNotes(call.call_id);
  const mayAdd = useHolds('calls:add_notes');
  const has: Record<Tab, boolean> = {
    details: true,
    notes: useHolds('call_notes:view'),
    evaluations: useHolds('evaluation_reports:view'),
    history: useHolds('audit:view'),
  };
  const chosen = useChosenTab((state) => state.tab);
  const tab = has[chosen] ? chosen : 'details';
  const [seen, setSeen] = useState<readonly Tab[]>([tab]);
  const show = (to: Tab) => {
    setSeen((before) => [...new Set([...before, to])]);
    useChosenTab.setState({ tab: to });
  };
  const panel = (id: Tab, children: ReactNode) => (
    <Panel id={id} shown={tab === id}>
      {(tab === id || seen.includes(id)) && children}
    </Panel>
  );
  return (
    <>
      <div className={styles.row}>
        <TabList
          label={t('call.show')}
          of={of}
          tabs={(['details', 'notes', 'evaluations', 'history'] as const)
            .filter((id) => has[id])
            .map((id) => ({
              id,
              name: t(`call.tab.${id}`),
              ...(id === 'notes' && { count: notes?.length || undefined }),
            }))}
          value={tab}
          onChange={show}
        />
        <span className={styles.buttons}>
          {tab === 'notes' && notes && notes.length > 0 && <ExportNotes call={call} notes={notes} />}
          {mayAdd && has.notes && <AddNote call={call} />}
        </span>
      </div>
      {panel(
        'details',
        <>
          <WhoSpoke call={call} />
          <Summary call={call} />
          <OtherCalls call={call} />
          <People call={call} />
          <FieldSection call={call} group="call" empty={false} />
          <Files call={call} />
          <Technical call={call} />
        </>,
      )}
      {has.notes &&
        panel(
          'notes',
          <div className={styles.padded}>
            <NoteList call={call} />
          </div>,
        )}
      {has.evaluations && panel('evaluations', <EvaluationsOfCall call={call} />)}
      {has.history &&
        panel(
          'history',
          <div className={styles.padded}>
            <LongHistory call={call} />
          </div>,
        )}
    </>
  );
}

/** Scrolled by the keys, because it may hold nothing that takes the focus. */
const scrolled = { tabIndex: 0 };

/** The panel of a tab. It stays while another one is shown, with what is being edited and its scroll position. */
function Panel({ id, shown, children }: { id: Tab; shown: boolean; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <ScrollArea scroller={scroller} className={shown ? styles.area : styles.hidden}>
      <div ref={scroller} className={styles.panel} {...tabPanel(of, id)} {...scrolled} hidden={!shown}>
        {children}
      </div>
    </ScrollArea>
  );
}
