import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import { exampleForms } from '@shared/evaluation/example-forms';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { changedByForm } from '../../api/cache/evaluation-forms';
import { useMay } from '../../core/session';
import { ImportFile } from '../../form/import-file';
import { isTextKey, type Language } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import styles from './form-list.module.css';
import { type ListedForm, oneForm, questionCount, useForms } from './forms';

const look: Look<ListedForm> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'description', cell: ({ description }) => description },
    { id: 'questions', cell: (record) => <Questions {...record} /> },
    { id: 'revision', cell: (record) => <Figure value={record.revision} /> },
    { id: 'state', cell: (record) => <State {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ form_id }) => form_id,
  texts: new Set(['name', 'description', 'state']),
  ends: new Set(['questions', 'revision']),
};

const Figure = ({ value }: { value: number }) => useFormat().figure(value);

/** A list has no questions, so each row in view reads its form. */
function Questions({ form_id }: ListedForm) {
  const { data } = oneForm.useRecord(form_id);
  return data && <Figure value={questionCount(data.record)} />;
}

function State({ is_active }: ListedForm) {
  const { t } = useTranslation();
  return is_active ? t('forms.active') : <span className={styles.off}>{t('forms.inactive')}</span>;
}

/** The evaluation forms, with a search by name. */
export function FormList() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayEdit = useMay(evaluationFormApi.create);
  const unavailable = mayEdit ? undefined : t('forms.mayNotEdit');
  const example = exampleForms[i18n.language as Language][0];
  const add = (
    <>
      <ImportFile
        create={evaluationFormApi.create}
        property="evaluation_form"
        notOne={t('forms.notAForm')}
        changed={changedByForm}
        unavailable={unavailable}
        pathText={usePathText()}
      />
      <AddButton unavailable={unavailable}>{t('forms.add')}</AddButton>
    </>
  );
  return (
    <ListPage
      title={t('forms.title')}
      look={look}
      list={useForms(search)}
      search={{ text: search, label: t('forms.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('forms.name') },
        { id: 'description', name: t('forms.description') },
        { id: 'questions', name: t('forms.questions') },
        { id: 'revision', name: t('forms.revision') },
        { id: 'state', name: t('forms.state') },
      ]}
      words={useSearchedWords('forms', search)}
      add={add}
      emptyAction={
        mayEdit ? (
          <Button onPress={() => void navigate('new', { state: { example } })}>{t('forms.startFromExample')}</Button>
        ) : undefined
      }
      onOpen={({ form_id }) => void navigate(form_id)}
    />
  );
}

const parts = /^(?:evaluation_form\.?)?(?:sections\.(\d+)\.?)?(?:questions\.(\d+)\.?)?(?:options\.(\d+)\.?)?(.*)$/;

/** Says where a path is in a form: "Question 1.2, Answer 1, Points". */
function usePathText(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => {
    const [, section, question, option, field = path] = parts.exec(path) ?? [];
    const at = (place: string) => Number(place) + 1;
    const key = `forms.fields.${field}`;
    const words = [
      section !== undefined && question === undefined && t('forms.section', { at: at(section) }),
      section !== undefined &&
        question !== undefined &&
        t('forms.question', { number: `${at(section)}.${at(question)}` }),
      option !== undefined && t('forms.answer', { at: at(option) }),
      field !== '' && (isTextKey(key) ? t(key) : field),
    ];
    return words.filter((word) => word !== false).join(', ') || path;
  };
}
