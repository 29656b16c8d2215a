import type { Link } from '@shared/ipc';
import { uuidPattern } from '@shared/uuid';

const scheme = /^earshot:/i;
const ofCall = new RegExp(`^earshot://call/(${uuidPattern})/?$`, 'i');

/**
 * The link among the arguments of a start, if any. Any program or page may have made it, so only the address of a call
 * is accepted, and nothing but its id is used.
 */
export function linkIn(args: readonly string[]): Link | null {
  const text = args.find((arg) => scheme.test(arg));
  return text === undefined ? null : { call_id: ofCall.exec(text)?.[1]?.toLowerCase() ?? null };
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
