import { longestText } from '@shared/contract/evaluation-reports';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import styles from './comment-fields.module.css';

type Props = {
  value: string;
  onChange: (comment: string) => void;
  /** Why the last change was refused. */
  refused: unknown;
};

/** What the fields have in common. */
function useCommentField({ value, onChange, refused }: Props) {
  const refusalText = useRefusalText();
  const message = refused === undefined ? undefined : refusalText(refused as Error);
  return { value, onChange, message, long: true, spellCheck: true, max: longestText, stops: true };
}

/** The comment on a section: a field once there is one or the user wants one. */
export function SectionComment({ title, ...props }: Props & { title: string }) {
  const { t } = useTranslation();
  const field = useCommentField(props);
  const [isOpen, setOpen] = useState(false);
  const label = t('evaluations.commentOnSection', { title });
  return (
    <div className={styles.section}>
      {props.value === '' && !isOpen ? (
        <Button
          look="quiet"
          icon={<MessageSquarePlus size={14} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => setOpen(true)}
        >
          {label}
        </Button>
      ) : (
        <TextField label={label} autoFocus={isOpen} {...field} />
      )}
    </div>
  );
}

/** The comment on the whole evaluation. */
export function WholeComment(props: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.whole}>
      <TextField label={t('evaluations.commentOnWhole')} {...useCommentField(props)} />
    </div>
  );
}

/** The comment on a section of a result. */
export const GivenComment = ({ text }: { text: string }) =>
  text === '' ? null : <p className={styles.given}>{text}</p>;
