import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../core/use-command';
import { useReadingOnly } from '../core/view-as';
import { useHalves } from '../ui/halves';
import { PageBar } from '../ui/page-bar';
import { Crumb } from './crumb';
import styles from './form-page.module.css';
import { LeaveDialog } from './leave-dialog';
import './texts';
import { CircleAlert } from 'lucide-react';
import { useKeysOf } from '../core/shortcuts';
import { Button } from '../ui/button';
import { FormMessage } from '../ui/form-message';
import { Icon } from '../ui/icon';
import { KeyCap } from '../ui/key-cap';
import type { ApiForm } from './use-api-form';

type Props = {
  form: ApiForm;
  /** The page of the list that the record is in. */
  crumb?: { name: string; to: string };
  title: string;
  /** A short fact next to the title. */
  badge?: string | undefined;
  /** The labels of the fields, by name. */
  labels: Readonly<Record<string, string>>;
  /** A verb and an object: "Save category". */
  save: string;
  /** Why this user cannot save. */
  unavailable?: string | undefined;
  /** The changes in words, if the labels of the changed fields are not enough. */
  changes?: { title: string; names: readonly string[] } | undefined;
  /** Shown in the top bar. */
  actions?: ReactNode;
  preview?: ReactNode;
  previewTitle?: string;
  /** The fields use the whole width, and the preview is narrower. */
  wide?: boolean;
  children: ReactNode;
};

/** The number of changes that are named before "and n more". */
const named = 3;

/** A record as a page: its fields, the preview next to them, and the save bar. Asks before changes are lost. */
export function FormPage({
  form,
  crumb,
  title,
  badge,
  labels,
  save,
  changes,
  actions,
  preview,
  previewTitle,
  wide,
  children,
  ...props
}: Props) {
  const { t } = useTranslation();
  const id = useId();
  const readingOnly = useReadingOnly();
  const unavailable = readingOnly ?? props.unavailable;
  const all = changes?.names ?? form.changes.map((name) => labels[name] ?? name);
  const first = all.slice(0, named).join(', ');
  const names = all.length > named ? t('form.more', { names: first, count: all.length - named }) : first;
  const beside = previewTitle ?? t('form.preview');
  const halves = useHalves(t('form.show'), { first: t('form.fields'), second: beside });
  // The first field that is wrong gets the focus, so the fields must be there.
  const submit = (event?: FormEvent) => {
    halves.show('first');
    form.onSubmit(event);
  };
  useCommand('save', form.changes.length > 0 && unavailable === undefined ? () => submit() : undefined);
  return (
    <main className={styles.page} aria-label={title} data-pane data-no-deck="idle" data-wide={wide} tabIndex={-1}>
      <PageBar title={title} of="record" badge={badge} before={crumb && <Crumb {...crumb} />}>
        {actions}
      </PageBar>
      {preview !== undefined && halves.choice}
      <form
        id={id}
        className={halves.lookOf('first', styles.form)}
        data-page-focus
        noValidate
        onSubmit={(event) => (unavailable === undefined ? submit(event) : event.preventDefault())}
      >
        <div className={styles.fields}>{children}</div>
      </form>
      {preview !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is
        <aside className={halves.lookOf('second', styles.preview)} aria-label={beside} data-pane tabIndex={0}>
          <h2 className={styles.previewTitle}>{beside}</h2>
          {preview}
        </aside>
      )}
      <SaveBar
        form={form}
        id={id}
        title={form.isNew ? t('form.unsaved') : (changes?.title ?? t('form.changes', { count: form.changes.length }))}
        names={form.isNew ? '' : names}
        save={save}
        unavailable={unavailable}
      />
      <LeaveDialog hasUnsaved={form.hasUnsaved} names={names} />
    </main>
  );
}

type SaveBarProps = {
  form: ApiForm;
  /** The id of the form element. */
  id: string;
  /** The number of changes, and what is changed. */
  title: string;
  names: string;
  /** A verb and an object: "Save category". */
  save: string;
  /** Why it cannot be saved. */
  unavailable?: string | undefined;
};

/** Appears with the first change: shows the changes and errors, and saves. */
function SaveBar({ form, id, title, names, save, unavailable }: SaveBarProps) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  if (form.changes.length === 0) return null;
  return (
    <footer className={styles.bar} data-pane>
      {form.isStale ? (
        <div className={styles.stale}>
          <FormMessage>{t('form.stale')}</FormMessage>
          <span className={styles.names}>{t('form.reloadNote')}</span>
        </div>
      ) : form.said !== null ? (
        <div className={styles.stale}>
          <FormMessage>{form.said}</FormMessage>
        </div>
      ) : (
        <p className={styles.changes} role="status">
          <i aria-hidden="true" />
          <strong>{title}</strong>
          <span className={styles.names}>{names}</span>
        </p>
      )}
      {form.faults > 0 && (
        <span className={styles.faults}>
          <Icon of={CircleAlert} size={14} />
          {t('form.faults', { count: form.faults })}
        </span>
      )}
      <Button look="quiet" onPress={form.discard}>
        {t('form.discard')}
      </Button>
      {form.isStale && form.reload ? (
        <Button look="ink" onPress={form.reload}>
          {t('form.reload')}
        </Button>
      ) : (
        <Button type="submit" form={id} look="ink" busy={form.busy} unavailable={unavailable}>
          {save}
          <KeyCap keys={keysOf('save')} />
        </Button>
      )}
    </footer>
  );
}
