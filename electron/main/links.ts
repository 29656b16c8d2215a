import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Link } from '@shared/ipc';
import { uuidPattern } from '@shared/uuid';

/** The actions of the desktop entry. */
const actions: Record<string, Link> = { '--import': { to: 'import', source: null }, '--record': { to: 'record' } };

const scheme = /^earshot:/i;
/** Milliseconds, in up to eight digits. */
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

/** Files and folders to import: their paths stay in the main process. */
type Files = { to: 'files'; paths: string[] };
export type Waiting = Link | Files;

/** The files and folders among the arguments of a start, which file managers give as paths or URLs. */
export function filesIn(args: readonly string[], folder: string): string[] {
  const paths = args.flatMap((arg) => {
    if (arg.startsWith('-')) return [];
    try {
      return [arg.startsWith('file:') ? fileURLToPath(arg) : resolve(folder, arg)];
    } catch {
      return [];
    }
  });
  return paths.filter((path) => existsSync(path));
}

/** What waits until someone has signed in and the page takes it. Something newer replaces it. */
export class WaitingLink {
  private link: Waiting | null = null;

  constructor(private readonly onLink: () => void) {}

  /** Takes what the arguments of a start are to open, which has begun in a folder. */
  hear(args: readonly string[], folder = process.cwd()): void {
    const paths = filesIn(args, folder);
    const files: Files | null = paths.length > 0 ? { to: 'files', paths } : null;
    const action = args.flatMap((arg) => actions[arg] ?? [])[0];
    const link = linkIn(args) ?? files ?? action;
    if (!link) return;
    this.link = link;
    this.onLink();
  }

  take(): Waiting | null {
    const { link } = this;
    this.link = null;
    return link;
  }
}
