import { type CustomField, customFieldApi } from '@shared/contract/custom-fields';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../core/session';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import styles from './field-list.module.css';
import { useFields, useMoveField } from './fields';

const look: Look<CustomField> = {
  columns: [
    {
      id: 'grip',
      cell: () => (
        <span className={styles.grip} data-grip>
          <Icon of={GripVertical} size={14} />
        </span>
      ),
    },
    { id: 'name', cell: ({ name }) => name },
    { id: 'kind', cell: (record) => <Kind {...record} /> },
    { id: 'description', cell: ({ description }) => description },
    { id: 'enable', cell: (record) => <InUse {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ field_id }) => field_id,
  texts: new Set(['grip', 'name', 'kind', 'description', 'enable']),
};

function Kind({ type, options }: CustomField) {
  const { t } = useTranslation();
  const kind = t(`customFields.kinds.${type}`);
  return type === 'option' ? t('customFields.kindWithCount', { kind, count: options.length }) : kind;
}

function InUse({ enable }: CustomField) {
  const { t } = useTranslation();
  return enable ? t('customFields.inUse') : <span className={styles.off}>{t('customFields.notInUse')}</span>;
}

/** The custom fields in the order in which calls show them. Without a search, they can be moved. */
export function FieldList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const { search, setSearch } = useSearch();
  const mayEdit = useMay(customFieldApi.create);
  const move = useMoveField();
  const onMove = ({ field_id, name }: CustomField, to: number) =>
    move.mutateAsync(
      { field_id, to },
      {
        onSuccess: () => toast(t('customFields.moved', { name, place: to + 1 })),
        onError: (error) => toast(refusalText(error), 'note'),
      },
    );
  return (
    <ListPage
      title={t('customFields.title')}
      look={look}
      list={useFields(search)}
      search={{ text: search, label: t('customFields.search'), onChange: setSearch }}
      columns={[
        { id: 'grip', name: t('customFields.order'), quiet: true },
        { id: 'name', name: t('customFields.name') },
        { id: 'kind', name: t('customFields.kind') },
        { id: 'description', name: t('customFields.description') },
        { id: 'enable', name: t('customFields.state') },
      ]}
      words={useSearchedWords('customFields', search)}
      add={
        <AddButton unavailable={mayEdit ? undefined : t('customFields.mayNotEdit')}>{t('customFields.add')}</AddButton>
      }
      onOpen={({ field_id }) => void navigate(field_id)}
      onMove={mayEdit && search === '' ? onMove : undefined}
    />
  );
}
