import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { type Look, pageLength, type Source } from './look';
import { ListRow, type RowEvents } from './row';
import { type Opened, RowDetails } from './row-details';
import { RowToCome } from './row-to-come';
import type { Choice } from './use-choice';
import type { RowWindow } from './use-row-window';

type Props<T> = {
  look: Look<T>;
  source: Source<T>;
  page: number;
  /** The range of rendered rows of the page. */
  first: number;
  last: number;
  /** The start of the body, the height of a row, and the start of each, in px. */
  base: number;
  rowHeight: number;
  topOf: RowWindow['topOf'];
  /** The open row, and what is shown below it. */
  opened: Opened<T> | undefined;
  selected: number | null;
  choice: Choice<T> | undefined;
  events: RowEvents<T>;
};

/** The rendered rows of one page. Placeholders until its records are loaded. */
export function PageRows<T>({
  look,
  source,
  page,
  first,
  last,
  base,
  rowHeight,
  topOf,
  opened,
  selected,
  choice,
  events,
}: Props<T>) {
  const { data } = useQuery(source(page));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map((index) => {
    const record = data?.records[index - page * pageLength];
    const place = { look, index, top: topOf(index) - base, selected: index === selected };
    if (record === undefined) return <RowToCome key={index} {...place} chosen={choice && false} />;
    const isOpen = opened && opened.row === index;
    return (
      <Fragment key={index}>
        <ListRow record={record} {...place} chosen={choice?.has(record)} isOpen={isOpen} {...events} />
        {isOpen && (
          <RowDetails index={index} top={place.top + rowHeight} onSize={opened.onSize}>
            {opened.details(record)}
          </RowDetails>
        )}
      </Fragment>
    );
  });
}
