import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../../ui/choice-field';
import { answerName, useAllForms, useQuestions } from './answers';
import styles from './filter-chips.module.css';
import editor from './value-editor.module.css';

/** Asks for the question whose answers are compared: first the form, then one of its questions. */
export function AnswerQuestion({ onChoose }: { onChoose: (name: string) => void }) {
  const { t } = useTranslation();
  const [form_id, setForm] = useState<string | null>(null);
  const forms = useAllForms();
  const questions = useQuestions(form_id);
  return (
    <div className={styles.editor}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('filters.answerTo')}</h2>
      </div>
      <div className={`${editor.typed} ${styles.question}`}>
        <ChoiceField
          label={t('filters.answerForm')}
          value={form_id ?? ''}
          onChange={setForm}
          choices={(forms ?? []).map(({ form_id: id, name }) => ({ id, name }))}
          autoFocus
        />
        {questions && (
          <ChoiceField
            key={form_id}
            label={t('filters.answerQuestion')}
            value=""
            onChange={(id) => {
              const question = questions.find(({ form_question_id }) => form_question_id === id);
              if (question) onChoose(answerName(question));
            }}
            choices={questions.map(({ form_question_id: id, title: name }) => ({ id, name }))}
          />
        )}
      </div>
    </div>
  );
}
