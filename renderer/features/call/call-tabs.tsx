import { parseDate } from '@internationalized/date';
import type { Call } from '@shared/contract/calls';
import { ClipboardCheck } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useOpenCall } from '../../core/open-call';
import { useHolds } from '../../core/session';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { ScrollArea } from '../../ui/scroll-area';
import { TabList, tabPanel } from '../../ui/tabs';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useRested } from '../../ui/use-rested';
import { AssignCalls, CallEvaluations } from '../assignments';
import { agentOf, customerOf, partyText } from '../parties';
import { AddNote } from './add-note';
import styles from './call-tabs.module.css';
import { ExportNotes } from './export-notes';
import { FieldSection } from './field-section';
import { Files } from './files';
import { LongHistory } from './history';
import { NoteList } from './note-list';
import { People } from './people';
import rows from './rows.module.css';
import { Section } from './section';
import { Summary } from './summary';
import { Technical } from './technical';
import { isDialled, useOtherCalls } from './use-call';
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

const days = 30;

/** The days around a call, in the API's format. */
function daysAround({ setup_time }: Call): string {
  const day = parseDate(setup_time.slice(0, 10));
  return `${day.subtract({ days })}-${day.add({ days })}`.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1/$2/$3');
}

/** The number shown initially. Their space is reserved, so that nothing below moves when they arrive. */
const atFirst = 2;

/** The latest calls with the same outside number around the time of this one, each with a link. */
function OtherCalls({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const openCall = useOpenCall();
  const { number } = customerOf(call);
  const rested = useRested(number, 250);
  const [showsAll, setShowsAll] = useState(false);
  const { data, isError } = useOtherCalls(call, rested === number ? number : null, daysAround(call));
  if (!isDialled(number) || isError) return null;
  const { latest: calls, count = 0 } = data ?? {};
  return (
    <Section
      title={t('call.otherCalls')}
      note={
        count > atFirst ? (
          <AriaButton className={rows.all ?? ''} aria-expanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
            {t('call.countWithin', { count, days })}
          </AriaButton>
        ) : (
          t('call.within', { days })
        )
      }
    >
      <ul className={rows.links} data-none={calls?.length === 0 || undefined}>
        {calls?.length === 0 && <li className={rows.none}>{t('call.noOtherCalls', { days })}</li>}
        {calls?.slice(0, showsAll ? undefined : atFirst).map((other) => (
          <li key={other.call_id}>
            <AriaButton className={rows.link ?? ''} onPress={() => openCall(other.call_id)}>
              <span className={rows.quiet}>{format.started(other.setup_time)}</span>
              <span className={rows.grow} onPointerEnter={titleWhenCut}>
                {partyText(agentOf(other))}
              </span>
              <span className={rows.quiet}>{lengthText(other.duration)}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The evaluations of the call, and a button to assign one. */
const EvaluationsOfCall = ({ call }: { call: Call }) => (
  <div className={styles.evaluations}>
    <CallEvaluations call_id={call.call_id} />
    <AssignCalls calls={[call]} icon={<Icon of={ClipboardCheck} />} placement="bottom start" />
  </div>
);
