import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import type { BodyOf } from '@shared/contract/operation';
import { exampleForms } from '@shared/evaluation/example-forms';
import { useMutation } from '@tanstack/react-query';
import { Import } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { changedByForm } from '../../api/cache/evaluation-forms';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { isTextKey, type Language } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
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
      <ImportForm unavailable={unavailable} />
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

type Body = BodyOf<typeof evaluationFormApi.create>;

/** More than the largest form has. */
const maxBytes = 16_000_000;

class NotAForm extends Error {}

async function read(file: File): Promise<Body> {
  if (file.size > maxBytes) throw new NotAForm();
  const content: unknown = await file
    .text()
    .then(JSON.parse)
    .catch(() => null);
  if (typeof content !== 'object' || content === null || !('evaluation_form' in content)) throw new NotAForm();
  return content as Body;
}

/** Adds a form from an exported file. A refused one says what is wrong where. */
function ImportForm({ unavailable }: { unavailable: string | undefined }) {
  const { t } = useTranslation();
  const bring = useMutation({
    gcTime: 0,
    mutationFn: async (file: File) => api(evaluationFormApi.create, { body: await read(file) }),
    onSuccess: (_, { name }) => {
      toast(t('forms.imported', { name }));
      return refresh(changedByForm);
    },
  });
  const button = (
    <Button busy={bring.isPending} unavailable={unavailable} icon={<Icon of={Import} />}>
      {t('forms.import')}
    </Button>
  );
  if (unavailable !== undefined) return button;
  return (
    <>
      <FileTrigger
        acceptedFileTypes={['.json', 'application/json']}
        onSelect={(files) => files?.[0] && bring.mutate(files[0])}
      >
        {button}
      </FileTrigger>
      <Dialog
        open={bring.error !== null}
        onClose={bring.reset}
        role="alertdialog"
        title={t('forms.notImported', { name: bring.variables?.name })}
        actions={
          <Button autoFocus onPress={bring.reset}>
            {t('forms.close')}
          </Button>
        }
      >
        {bring.error && <WhyNot error={bring.error} />}
      </Dialog>
    </>
  );
}

/** Where several parts are wrong, the first ones are named. */
const named = 5;

function WhyNot({ error }: { error: Error }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const say = useSaid();
  const pathText = usePathText();
  if (error instanceof NotAForm) return <p>{t('forms.notAForm')}</p>;
  const details = isRefusal(error) ? Object.entries(error.details) : [];
  if (details.length === 0) return <p>{refusalText(error)}</p>;
  return (
    <dl className={styles.details}>
      {details.slice(0, named).map(([path, said]) => (
        <div key={path}>
          <dt>{pathText(path)}</dt>
          <dd>{say(said)}</dd>
        </div>
      ))}
      {details.length > named && <p>{t('forms.moreWrong', { count: details.length - named })}</p>}
    </dl>
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
