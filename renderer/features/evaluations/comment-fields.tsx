import { longestText } from '@shared/contract/evaluation-reports';
import { MessageSquarePlus } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { TextField } from '../../ui/text-field';
import styles from './comment-fields.module.css';
import { sectionComment, wholeComment } from './comments';
import { useStageDraft } from './stage-context';

/** The common properties of the fields. */
function useCommentField(name: string) {
  const refusalText = useRefusalText();
  const { store, answer } = useStageDraft();
  const value = useStore(store, ({ history }) => history.now[name]?.comment ?? '');
  const refused = useStore(store, (draft) => draft.refused[name]);
  const message = refused && refusalText(refused.error);
  const onChange = (comment: string) => answer(name, { comment });
  return { value, onChange, message, long: true, spellCheck: true, max: longestText, stops: true };
}

type Section = { form_section_id: string; title: string };

/** The comment on a section: a field once there is one or the user wants one. */
export const SectionComment = memo(function SectionComment({ form_section_id, title }: Section) {
  const { t } = useTranslation();
  const name = sectionComment(form_section_id);
  const field = useCommentField(name);
  const [isOpen, setOpen] = useState(false);
  const label = t('evaluations.commentOnSection', { title });
  // While it is written, it may be empty.
  const onChange = (comment: string) => {
    setOpen(true);
    field.onChange(comment);
  };
  return (
    <div className={styles.section} data-comment={name}>
      {field.value === '' && !isOpen ? (
        <Button look="quiet" icon={<Icon of={MessageSquarePlus} size={14} />} onPress={() => setOpen(true)}>
          {label}
        </Button>
      ) : (
        <TextField label={label} autoFocus={isOpen} {...field} onChange={onChange} />
      )}
    </div>
  );
});

/** The comment on the whole evaluation. */
export const WholeComment = memo(function WholeComment() {
  const { t } = useTranslation();
  return (
    <div className={styles.whole} data-comment={wholeComment}>
      <TextField label={t('evaluations.commentOnWhole')} {...useCommentField(wholeComment)} />
    </div>
  );
});

/** Brings the comment on a section or on the whole into view, with the focus in its field. */
export function showComment(name: string): void {
  const comment = document.querySelector(`[data-comment="${CSS.escape(name)}"]`);
  comment?.scrollIntoView({ block: 'nearest' });
  comment?.querySelector('textarea')?.focus({ preventScroll: true });
}

/** The comment on a section of a result. */
export const GivenComment = ({ text }: { text: string }) =>
  text === '' ? null : <p className={styles.given}>{text}</p>;
