import { type Ref, useId } from 'react';
import {
  Button,
  ColorField,
  ColorPicker,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  DialogTrigger,
  Input,
  Label,
} from 'react-aria-components';
import { classNames } from './class-names';
import styles from './colour-field.module.css';
import { labelLook, NotesOf, type Said } from './field-parts';
import { Popover } from './popover';
import field from './text-field.module.css';

type Props = Said & {
  /** As `#3a84ca`. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Those to choose from, with their names. Any other is typed. */
  presets: readonly { value: string; name: string }[];
  /** The label of where it is typed. */
  typed: string;
  /** Shows only the colour, in a row of other fields. */
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A colour: one of the presets, or any that is typed as six hexadecimal digits. */
export function ColourField({ value, onChange, onBlur, presets, typed, small = false, ref, ...said }: Props) {
  const id = useId();
  const [label, shown, notes] = [`${id}-label`, `${id}-shown`, `${id}-notes`];
  const name = presets.find((preset) => preset.value === value)?.name ?? value;
  return (
    <div
      className={field.field}
      data-invalid={said.message !== undefined || undefined}
      data-readonly={said.readOnly || undefined}
    >
      <span id={label} className={small ? 'visually-hidden' : labelLook(said)}>
        {said.label}
      </span>
      <ColorPicker value={value} onChange={(colour) => onChange(colour.toString('hex').toLowerCase())}>
        <DialogTrigger {...(said.readOnly && { isOpen: false })}>
          <Button
            ref={ref ?? null}
            className={classNames(small ? styles.small : field.box, styles.opener)}
            aria-labelledby={`${label} ${shown}`}
            {...(!small && { 'aria-describedby': notes })}
            aria-disabled={said.readOnly || undefined}
            {...(onBlur && { onBlur })}
          >
            <ColorSwatch className={styles.swatch ?? ''} color={value} aria-hidden="true" />
            <span id={shown} className={small ? 'visually-hidden' : undefined}>
              {name}
            </span>
          </Button>
          <Popover label={said.label}>
            <ColorSwatchPicker className={styles.presets ?? ''} aria-label={said.label}>
              {presets.map((preset) => (
                <ColorSwatchPickerItem key={preset.value} color={preset.value} className={styles.preset ?? ''}>
                  <ColorSwatch className={styles.swatch ?? ''} colorName={preset.name} />
                </ColorSwatchPickerItem>
              ))}
            </ColorSwatchPicker>
            <ColorField className={`${field.field} ${styles.typed}`}>
              <Label className={field.label ?? ''}>{typed}</Label>
              <div className={field.box}>
                <Input className={field.input ?? ''} />
              </div>
            </ColorField>
          </Popover>
        </DialogTrigger>
      </ColorPicker>
      {!small && <NotesOf id={notes} {...said} />}
    </div>
  );
}
