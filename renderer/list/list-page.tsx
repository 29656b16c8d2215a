import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { PageBar } from '../ui/page-bar';
import { PaneError } from '../ui/pane-error';
import styles from './list-page.module.css';
import { ListRecords, type RecordsProps } from './list-records';
import { PageSearch, restMs } from './page-search';
import { Skeleton } from './skeleton';

type Props<T> = Omit<RecordsProps<T>, 'focus'> & {
  search?: { text: string; label: string; onChange: (text: string) => void };
  /** Filters, in a row above the list. */
  filters?: ReactNode;
  /** What the filters show: the rows start over when it changes. */
  shows?: string;
  /** The main action of the page. */
  add: ReactNode;
  /** What can be done while the collection is empty. */
  emptyAction?: ReactNode;
};

/** A collection in administration: search, main action and records. Enter or a click opens a record. */
export function ListPage<T>(props: Props<T>) {
  const { title, list, search, words, filters, shows = '', add } = props;
  const Frame = props.beside ? 'section' : 'main';
  const emptyAct = search?.text ? (
    <Button onPress={() => search.onChange('')}>{words.showAll}</Button>
  ) : (
    props.emptyAction
  );
  const isEmpty = list.isLoaded && !list.stale && list.open.length === 0;
  const wanted = `${shows} ${search?.text ?? ''}`;
  // The rows start over when those of the new search are there; until then, those of the one before can be used.
  const [shown, setShown] = useState(wanted);
  if (shown !== wanted && !list.stale) setShown(wanted);
  const focus = useRef<'grid' | null>(null);
  useEffect(() => {
    focus.current = null;
  });
  return (
    <Frame
      className={classNames(styles.page, filters !== undefined && styles.filtered, props.beside && styles.beside)}
      aria-label={title}
      data-no-deck="idle"
      data-none-open={(props.beside && props.openId === undefined) || undefined}
    >
      <PageBar title={title} {...(props.ofCalls && { of: 'list' })}>
        {search ? <ListSearch {...search} /> : <span className={styles.space} />}
        {add}
      </PageBar>
      {filters}
      {!list.isLoaded && list.error ? (
        <div className={styles.centre} data-page-focus>
          <PaneError title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : !list.isLoaded ? (
        <Skeleton label={words.loading} />
      ) : isEmpty ? (
        <div className={styles.centre} role="status">
          <h2 className={styles.emptyTitle} {...(!emptyAct && { tabIndex: -1, 'data-page-focus': true })}>
            {search?.text ? words.noMatch : words.empty}
          </h2>
          {!search?.text && <p className={styles.text}>{words.emptyText}</p>}
          {emptyAct && <div data-page-focus>{emptyAct}</div>}
        </div>
      ) : (
        <ListRecords key={shown} focus={focus} {...props} />
      )}
    </Frame>
  );
}

type ListSearchProps = { text: string; label: string; onChange: (text: string) => void };

/** Searches while the user types. */
function ListSearch({ text: searched, label, onChange }: ListSearchProps) {
  const [text, setText] = useState(searched);
  // The last text sent from here. A different one came from elsewhere (Back, "Show all") and replaces the input.
  const [sent, setSent] = useState(searched);
  const [seen, setSeen] = useState(searched);
  if (seen !== searched) {
    setSeen(searched);
    if (searched !== sent) {
      setSent(searched);
      setText(searched);
    }
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted);
    }, restMs);
    return () => clearTimeout(timer);
  }, [wanted, sent, onChange]);
  return <PageSearch label={label} value={text} onChange={setText} />;
}
