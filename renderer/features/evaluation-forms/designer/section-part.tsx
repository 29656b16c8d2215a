import { ChevronDown, ChevronRight, CircleAlert, GripVertical, Plus, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Said } from '../../../api/refusal';
import { useFormat } from '../../../i18n/use-format';
import { useMessage } from '../../../i18n/use-said';
import { Button } from '../../../ui/button';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { NumberField } from '../../../ui/number-field';
import { TextField } from '../../../ui/text-field';
import type { DraftSection } from './draft';
import editor from './editor.module.css';
import type { Faults } from './faults';
import { QuestionRow, Weight } from './question-row';
import styles from './row.module.css';
import type { Share } from './shares';
import { useActions } from './use-designer';

type SectionEditorProps = {
  section: DraftSection;
  at: number;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

/** The fields of a section. */
function SectionEditor({ section, at, faults, readOnly }: SectionEditorProps) {
  const { t } = useTranslation();
  const message = useMessage();
  const actions = useActions();
  const { key, title, description, weight, pass_threshold } = section;
  const edit = (field: keyof DraftSection, change: Partial<DraftSection>) =>
    actions.editSection(key, field, (one) => ({ ...one, ...change }));
  const said = (field: keyof DraftSection) => ({ message: message(faults?.[field]), readOnly });
  return (
    <fieldset className={editor.editor}>
      <legend className="visually-hidden">{t('forms.section', { at: at + 1 })}</legend>
      <div className={editor.head}>
        <div className={editor.title}>
          <TextField
            label={t('forms.sectionTitle')}
            labelHidden
            placeholder={t('forms.sectionTitle')}
            required
            spellCheck
            value={title}
            onChange={(title) => edit('title', { title })}
            {...said('title')}
          />
        </div>
        {!readOnly && (
          <IconButton
            label={t('forms.removeSection', { name: title.trim() || at + 1 })}
            onPress={() => actions.remove(key)}
          >
            <Icon of={Trash2} />
          </IconButton>
        )}
      </div>
      <div className={editor.fields}>
        <TextField
          label={t('forms.sectionDescription')}
          long
          spellCheck
          value={description}
          onChange={(description) => edit('description', { description })}
          {...said('description')}
        />
        <div className={editor.numbers}>
          <NumberField
            label={t('forms.weight')}
            value={weight}
            onChange={(weight) => edit('weight', { weight })}
            {...said('weight')}
          />
          <NumberField
            label={t('forms.sectionPasses')}
            after={<span aria-hidden="true">%</span>}
            value={pass_threshold}
            onChange={(pass_threshold) => edit('pass_threshold', { pass_threshold })}
            {...said('pass_threshold')}
          />
        </div>
      </div>
    </fieldset>
  );
}

type Props = {
  section: DraftSection;
  at: number;
  points: Share['points'];
  percent: Share['percent'];
  /** The key of what is open, and of the tab stop of the outline; null if they are not in this section. */
  open: string | null;
  stop: string | null;
  faults: Faults;
  isFolded: boolean;
  onFold: (key: string) => void;
  readOnly: boolean;
};

/** A section in the outline with its questions. */
export const SectionPart = memo(function SectionPart({ section, at, open, stop, faults, isFolded, ...props }: Props) {
  const { onFold, readOnly } = props;
  const { t } = useTranslation();
  const message = useMessage();
  const actions = useActions();
  const { key, questions } = section;
  const missing = message(faults[key]?.questions);
  return (
    <li className={styles.section} data-section={key}>
      <div className={styles.item} data-key={key} data-open={open === key || undefined} data-head>
        {!readOnly && (
          <span className={styles.grip} data-grip>
            <Icon of={GripVertical} size={14} />
          </span>
        )}
        {open === key ? (
          <SectionEditor section={section} at={at} faults={faults[key]} readOnly={readOnly} />
        ) : (
          <SectionRow
            {...props}
            section={section}
            isWrong={key in faults}
            isStop={stop === key}
            isFolded={isFolded}
            onFold={onFold}
          />
        )}
      </div>
      {!isFolded && (
        <ol className={styles.questions}>
          {questions.map((question, place) => (
            <QuestionRow
              key={question.key}
              question={question}
              number={`${at + 1}.${place + 1}`}
              isOpen={open === question.key}
              isStop={stop === question.key}
              faults={faults[question.key]}
              readOnly={readOnly}
            />
          ))}
        </ol>
      )}
      {missing !== undefined && <FormMessage>{missing}</FormMessage>}
      {!isFolded && !readOnly && (
        <div className={styles.add}>
          <Button look="quiet" icon={<Icon of={Plus} />} onPress={() => actions.addQuestion(key)}>
            {t('forms.addQuestion')}
          </Button>
        </div>
      )}
    </li>
  );
});

type RowProps = Pick<Props, 'section' | 'points' | 'percent' | 'isFolded' | 'onFold'> & {
  isStop: boolean;
  isWrong: boolean;
};

function SectionRow({ section, points, percent, isStop, isWrong, isFolded, onFold }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { open } = useActions();
  const { key, title, weight } = section;
  const name = title.trim() || t('forms.untitledSection');
  const Fold = isFolded ? ChevronRight : ChevronDown;
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-label={t('forms.fold', { name })}
        aria-expanded={!isFolded}
        tabIndex={isStop ? 0 : -1}
        onClick={() => onFold(key)}
      >
        <Icon of={Fold} />
      </button>
      <button type="button" className={styles.row} data-row tabIndex={isStop ? 0 : -1} onClick={() => open(key)}>
        <span className={styles.sectionTitle}>{name}</span>
        {isWrong && (
          <span className={styles.wrong}>
            <Icon of={CircleAlert} size={14} role="img" aria-label={t('forms.needsAttention')} />
          </span>
        )}
        <span className={styles.sectionPoints} data-figures>
          {t('forms.pointCount', { count: points, shown: format.figure(points) })}
          <Weight of={weight} />
        </span>
        <span className={styles.percent} data-figures>
          {format.percent(Math.round(percent))}
        </span>
      </button>
    </>
  );
}
