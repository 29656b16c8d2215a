import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import {
  Button as AriaButton,
  TextField as AriaTextField,
  ComboBox,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import choice from './choice-field.module.css';
import { classNames } from './class-names';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import { Icon } from './icon';
import popover from './popover.module.css';
import styles from './tags-field.module.css';
import field from './text-field.module.css';

type Props = Said & {
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** Several texts without spaces, each added with Enter or a comma. */
export function TextTagsField({ value, onChange, onBlur, ref, ...said }: Props) {
  const [text, setText] = useState('');
  const add = () => {
    const wanted = new Set(text.split(/[,\s]+/).filter((one) => one !== '' && !value.includes(one)));
    setText('');
    if (wanted.size > 0) onChange([...value, ...wanted]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ',' || (event.key === 'Enter' && text.trim() !== '')) {
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && text === '' && !said.readOnly) onChange(value.slice(0, -1));
  };
  const onLeave = () => {
    add();
    onBlur?.();
  };
  return (
    <AriaTextField {...stateOf(said)} value={text} onChange={setText} onBlur={onLeave}>
      <FieldLabel {...said} />
      <div className={classNames(field.box, styles.box)}>
        <Tags tags={value.map((id) => ({ id, name: id }))} readOnly={said.readOnly} onChange={onChange}>
          <Input ref={ref ?? null} className={classNames(field.input, styles.input)} onKeyDown={onKeyDown} />
        </Tags>
      </div>
      <FieldNotes {...said} />
    </AriaTextField>
  );
}

/** Several of many choices, each found by typing a part of its name. */
export function ChoiceTagsField({
  value,
  onChange,
  onBlur,
  choices,
  ref,
  ...said
}: Props & { choices: readonly { id: string; name: string }[] }) {
  // React Aria opens the list again when the text is cleared, so a change starts over with an empty field.
  const box = useRef<HTMLDivElement>(null);
  const isTyping = useRef(false);
  useLayoutEffect(() => {
    if (isTyping.current) box.current?.querySelector('input')?.focus();
    isTyping.current = false;
  });
  const change = (ids: string[]) => {
    isTyping.current = true;
    onChange(ids);
  };
  const tags = value.map((id) => choices.find((one) => one.id === id) ?? { id, name: '…' });
  const others = choices.filter(({ id }) => !value.includes(id));
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (said.readOnly) return;
    if (key === 'Backspace' && currentTarget.value === '' && value.length > 0) change(value.slice(0, -1));
  };
  return (
    <ComboBox
      key={value.join()}
      {...stateOf(said)}
      onSelectionChange={(key) => key !== null && change([...value, String(key)])}
      defaultItems={others}
      {...(onBlur && { onBlur })}
      menuTrigger="input"
    >
      <FieldLabel {...said} />
      <Group ref={box} className={classNames(field.box, styles.box)}>
        <Tags tags={tags} readOnly={said.readOnly} onChange={onChange}>
          <Input ref={ref ?? null} className={classNames(field.input, styles.input)} onKeyDown={onKeyDown} />
        </Tags>
        <AriaButton className={field.button ?? ''}>
          <Icon of={ChevronDown} />
        </AriaButton>
      </Group>
      <FieldNotes {...said} />
      <Popover className={`${popover.popover} ${choice.list}`} offset={4} maxHeight={260}>
        <ListBox<{ id: string; name: string }>>
          {({ name }) => (
            <ListBoxItem className={choice.choice ?? ''} textValue={name}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

type TagsProps = {
  tags: readonly { id: string; name: string }[];
  readOnly: boolean | undefined;
  onChange: (ids: string[]) => void;
  /** The input, after the tags. */
  children: ReactNode;
};

function Tags({ tags, readOnly = false, onChange, children }: TagsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.tags} data-focus-group>
      {tags.map(({ id, name }) => (
        <span key={id} className={styles.tag}>
          {name}
          {!readOnly && (
            <AriaButton
              slot={null}
              className={styles.remove ?? ''}
              aria-label={t('ui.remove', { name })}
              onPress={() => onChange(tags.map((tag) => tag.id).filter((other) => other !== id))}
            >
              <Icon of={X} size={12} />
            </AriaButton>
          )}
        </span>
      ))}
      {children}
    </div>
  );
}
