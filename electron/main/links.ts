import type { Link } from '@shared/ipc';
import { uuidPattern } from '@shared/uuid';

const scheme = /^earshot:/i;
/** At most a day, as a whole number without other ways to write it. */
const moment = '\\d{1,8}';
const address = new RegExp(
  `^earshot://(?:(call)/(${uuidPattern})/?(?:\\?t=(${moment}))?|(evaluation)/(${uuidPattern})/?(?:\\?question=(${uuidPattern}))?|(report|search)/(${uuidPattern})/?)$`,
  'i',
);

/**
 * The link among the arguments of a start, if any. Any program or page may have made it, so nothing but ids and whole
 * numbers is used.
 */
export function linkIn(args: readonly string[]): Link | null {
  const text = args.find((arg) => scheme.test(arg));
  if (text === undefined) return null;
  const [, call, call_id, at, evaluation, report_id, question_id, other, id] =
    address.exec(text)?.map((part) => part?.toLowerCase()) ?? [];
  if (call && call_id) return { to: 'call', id: call_id, at_ms: at === undefined ? null : Number(at) };
  if (evaluation && report_id) return { to: 'evaluation', id: report_id, question_id: question_id ?? null };
  if (id && (other === 'report' || other === 'search')) return { to: other, id };
  return { to: 'nowhere' };
}

/** The link that waits until someone has signed in and the page takes it. A newer link replaces it. */
export class WaitingLink {
  private link: Link | null = null;

  constructor(private readonly onLink: () => void) {}

  /** Takes the link among the arguments of a start. */
  hear(args: readonly string[]): void {
    const link = linkIn(args);
    if (!link) return;
    this.link = link;
    this.onLink();
  }

  take(): Link | null {
    const { link } = this;
    this.link = null;
    return link;
  }
}
