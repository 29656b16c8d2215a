import { Fragment } from 'react';

/** An address that may take several lines: it breaks between its parts. */
export const AddressText = ({ children }: { children: string }) =>
  children.split(/(?<=[^/:]\/)(?=[^/])|(?=[?&])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, and stay where they are
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
