import type { Client } from '@shared/contract/clients';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextLine } from '../../form/fields';
import { RowsEditor } from '../../form/rows-editor';
import { type FormOf, useField, usePartMessages } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { TextField } from '../../ui/text-field';
import styles from './client-fields.module.css';
import { useCountOfNumber, useOthersWith } from './clients';

type Contact = Client['contacts'][number];
export type ClientValues = { name: string; contacts: Contact[] };
export const newClient: ClientValues = { name: '', contacts: [{ phone_number: '', name: null }] };

/** The labels of the fields, for the form and the save bar. */
export function useClientLabels(): Record<keyof ClientValues, string> {
  const { t } = useTranslation();
  return { name: t('clients.name'), contacts: t('clients.contacts') };
}

const maxContacts = 100;

type Props = {
  form: FormOf<ClientValues>;
  /** The client as it is stored; null for a new one. */
  client: Client | null;
  readOnly: boolean;
};

/** The fields of a client: its name, and the numbers by which its calls are recognised. */
export function ClientFields({ form, client, readOnly }: Props) {
  const { t } = useTranslation();
  const labels = useClientLabels();
  const field = useField<ClientValues, Contact[]>(form, 'contacts');
  const messageAt = usePartMessages(form, 'contacts');
  const contacts = field.value;
  const client_id = client?.client_id ?? null;
  const stored = client?.contacts.map(({ phone_number }) => phone_number) ?? [];
  return (
    <>
      <TextLine form={form} name="name" label={labels.name} readOnly={readOnly} autoFocus={client === null} />
      <section aria-labelledby="contacts">
        <div className={styles.head}>
          <h2 id="contacts" className={styles.title}>
            {labels.contacts}
          </h2>
          <span className={styles.hint}>{t('clients.contactsHint')}</span>
        </div>
        <div className={styles.columns} aria-hidden="true">
          <span className={styles.number}>{t('clients.numberColumn')}</span>
          <span className={styles.name}>{t('clients.nameColumn')}</span>
          <span className={styles.count}>{t('clients.callsColumn')}</span>
        </div>
        <RowsEditor
          label={labels.contacts}
          rows={contacts}
          onChange={field.onChange}
          newRow={() => ({ phone_number: '', name: null })}
          isEmpty={({ phone_number }) => phone_number === ''}
          words={{
            add: t('clients.addContact'),
            remove: (at) => t('clients.removeContact', { number: contacts[at]?.phone_number || at + 1 }),
          }}
          least={1}
          most={maxContacts}
          readOnly={readOnly}
          onFocusable={(focus) => field.ref({ focus })}
        >
          {(contact, at, change) => (
            <>
              <div className={styles.number}>
                <TextField
                  label={t('clients.number', { at: at + 1 })}
                  labelHidden
                  value={contact.phone_number}
                  onChange={(phone_number) => change({ ...contact, phone_number })}
                  message={messageAt(`${at}.phone_number`)}
                  readOnly={readOnly}
                />
                <Earlier number={contact.phone_number} stored={stored} />
                <Others number={contact.phone_number} client_id={client_id} />
              </div>
              <div className={styles.name}>
                <TextField
                  label={t('clients.contactName', { at: at + 1 })}
                  labelHidden
                  placeholder={readOnly ? undefined : t('clients.contactNameHint')}
                  value={contact.name ?? ''}
                  onChange={(name) => change({ ...contact, name: name === '' ? null : name })}
                  message={messageAt(`${at}.name`)}
                  readOnly={readOnly}
                />
              </div>
              <Count number={contact.phone_number} stored={stored} />
            </>
          )}
        </RowsEditor>
      </section>
    </>
  );
}

type CountProps = { number: string /** The numbers that are saved. */; stored: readonly string[] };

/** How many calls have a number, and whether saving it adds them to the client. */
function useCount({ number, stored }: CountProps) {
  const count = useCountOfNumber(number);
  return { count, isAdded: count !== undefined && count > 0 && !stored.includes(number) };
}

/** How many calls have a number; of a new one, how many would be added. */
function Count(props: CountProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { count, isAdded } = useCount(props);
  if (count === undefined) return <span className={styles.count} />;
  const shown = format.figure(count);
  return (
    <span className={styles.count} data-new={isAdded || undefined} data-figures>
      <span aria-hidden="true">{isAdded ? `+${shown}` : shown}</span>
      <span className="visually-hidden">{t('clients.calls', { count, shown })}</span>
    </span>
  );
}

/** Says how many calls come with a number that is not saved yet. */
function Earlier(props: CountProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { count = 0, isAdded } = useCount(props);
  return (
    <p className={styles.earlier} role="status">
      {isAdded && t('clients.earlier', { count, shown: format.figure(count) })}
    </p>
  );
}

/** Says when a number also belongs to another client. */
function Others({ number, client_id }: { number: string; client_id: string | null }) {
  const { t } = useTranslation();
  const names = useOthersWith(number, client_id);
  return (
    <p className={styles.others} role="status">
      {names.length > 0 && (
        <>
          <Icon of={TriangleAlert} size={14} />
          {t('clients.others', { names })}
        </>
      )}
    </p>
  );
}
