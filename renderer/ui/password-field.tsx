import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { TextField, type TextFieldProps } from './text-field';

type Props = Omit<TextFieldProps, 'type' | 'after'> & {
  /** The names of the button, if the field is not a password. */
  names?: { show: string; hide: string };
};

/** A password, hidden unless the user shows it. */
export function PasswordField({ names, ...props }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const sign = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          label={shown ? (names?.hide ?? t('ui.hidePassword')) : (names?.show ?? t('ui.showPassword'))}
          size={24}
          onPress={() => setShown(!shown)}
        >
          <Icon of={sign} />
        </IconButton>
      }
    />
  );
}
