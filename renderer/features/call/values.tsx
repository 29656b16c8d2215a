import type { Call } from '@shared/contract/calls';
import type { CustomField } from '@shared/contract/custom-fields';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { isRefusal } from '../../api/refusal';
import { useCustomFields } from '../../core/custom-fields';
import { useHolds } from '../../core/session';
import { thresholdIn } from '../../core/thresholds';
import { useToday } from '../../core/use-today';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { ColourMark } from '../../ui/colour-mark';
import { Popover } from '../../ui/popover';
import { useSetValue } from './change-call';
import { Fact, Facts } from './facts';
import { Fold } from './fold';
import { Section } from './section';
import { ValueField } from './value-field';
import { useValueMessage } from './value-message';
import styles from './values.module.css';

type Known = Pick<
  CustomField,
  | 'type'
  | 'options'
  | 'display_as'
  | 'editable'
  | 'fieldset_dropdown_value_settings'
  | 'fieldset_integer_value_settings'
>;
type Shown = { field_id: string; name: string; value: string; field: Known | undefined };

/** Kept when another call is selected. */
const useEmptyFields = create(() => ({ open: false }));

/** More fields without a value than this are folded. */
const fewFields = 4;

/** The custom values of a call. Users with the right can set them, also those of fields that are empty, which come last. */
export function Values({ call }: { call: Call }) {
  const { t } = useTranslation();
  const fields = useCustomFields();
  const mayEdit = useHolds('calls:edit') && !call.legal_hold;
  const { open } = useEmptyFields();
  // A field keeps its place, and the focus in it, while its value is set or removed.
  const [filled] = useState(() => new Set(call.custom_fields.map(({ field_id }) => field_id)));
  const values = new Map(call.custom_fields.map(({ field_id, value }) => [field_id, value]));
  const known = new Set(fields.map(({ field_id }) => field_id));
  const shown: Shown[] = [
    ...fields
      .filter(({ tenant_id, is_global, editable, field_id }) => {
        // Without multi-tenancy, the service gives no tenant.
        const fits = is_global || tenant_id === undefined || tenant_id === call.tenant_id;
        return values.has(field_id) || (fits && editable && mayEdit);
      })
      .map((field) => ({ ...field, value: values.get(field.field_id) ?? '', field })),
    // A role may see values without seeing the fields.
    ...call.custom_fields.filter(({ field_id }) => !known.has(field_id)).map((one) => ({ ...one, field: undefined })),
  ];
  if (shown.length === 0) return null;
  const first = shown.filter(({ field_id }) => filled.has(field_id));
  const empty = shown.filter(({ field_id }) => !filled.has(field_id));
  const folds = empty.length > fewFields;
  const facts = (some: readonly Shown[]) => (
    <Facts>
      {some.map((one) => (
        <Fact key={one.field_id} label={one.name} copy={one.value}>
          {one.field?.editable && mayEdit ? (
            <EditedValue call={call} shown={one} field={one.field} />
          ) : (
            <Value {...one} />
          )}
        </Fact>
      ))}
    </Facts>
  );
  return (
    <Section title={t('call.customFields')}>
      {(first.length > 0 || !folds) && facts(folds ? first : [...first, ...empty])}
      {folds && (
        <Fold
          title={t('call.emptyFields', { count: empty.length })}
          open={open}
          onChange={(open) => useEmptyFields.setState({ open })}
        >
          {facts(empty)}
        </Fold>
      )}
    </Section>
  );
}

function Value({ value, field }: Shown) {
  const format = useFormat();
  const today = useToday();
  const option = field?.fieldset_dropdown_value_settings?.options.find((one) => one.value === value);
  const threshold = field && thresholdIn(field, value);
  return (
    <span className={styles.value}>
      {option?.color && <ColourMark colour={option.color} />}
      {field?.type === 'date' && value !== '' ? format.range(value, value, today) : value}
      {threshold && (
        <span className={styles.threshold}>
          <ColourMark colour={threshold.color} />
          {threshold.label}
        </span>
      )}
    </span>
  );
}

/** A value that opens its editor. */
function EditedValue({ call, shown, field }: { call: Call; shown: Shown; field: Known }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // What was typed is there again after a click elsewhere. Esc gives it up.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Popover
      label={shown.name}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <AriaButton className={styles.open ?? ''}>
          <span className="visually-hidden">{shown.name}: </span>
          {shown.value === '' ? <span className={styles.none}>{t('call.addValue')}</span> : <Value {...shown} />}
          {shown.value !== '' && <span className="visually-hidden">. {t('call.editValue')}</span>}
        </AriaButton>
      }
    >
      <Editor
        call={call}
        shown={shown}
        field={field}
        text={typed ?? shown.value}
        onType={setTyped}
        onDone={() => {
          setOpen(false);
          setTyped(null);
        }}
      />
    </Popover>
  );
}

/**
 * Enter saves a date, and Ctrl+Enter a text of several lines; in other fields, Enter does so by itself. While the event is
 * captured, because the parts of a date keep their keys to themselves.
 */
function submitByKey({ key, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent<HTMLFormElement>): void {
  if (key !== 'Enter' || !(target instanceof HTMLElement)) return;
  const isLong = target instanceof HTMLTextAreaElement && (ctrlKey || metaKey);
  if (isLong || target.role === 'spinbutton') currentTarget.requestSubmit();
}

type EditorProps = {
  call: Call;
  shown: Shown;
  field: Known;
  text: string;
  onType: (text: string | null) => void;
  onDone: () => void;
};

function Editor({ call, shown: { field_id, name }, field, text, onType, onDone }: EditorProps) {
  const { t } = useTranslation();
  const message = useValueMessage();
  const refusalText = useRefusalText();
  const { mutateAsync, error, isPending } = useSetValue(call);
  // The only value that was sent is the one at fault.
  const [said] = error && isRefusal(error) ? Object.values(error.details) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Also if the editor is closed meanwhile.
    void mutateAsync({ field_id, value: text }).then(onDone, () => undefined);
  };
  const why = said ? message(said, field.fieldset_integer_value_settings) : error ? refusalText(error) : undefined;
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={submit}
      onKeyDownCapture={submitByKey}
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onType(null)}
    >
      <ValueField field={field} label={name} value={text} onChange={onType} message={why} autoFocus />
      <div className={styles.acts}>
        <Button look="ink" type="submit" busy={isPending}>
          {t('call.saveValue')}
        </Button>
      </div>
    </form>
  );
}
