import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button';
import { TextField, type TextFieldProps } from './text-field';

type Props = Omit<TextFieldProps, 'type' | 'after'>;

/** A password, hidden unless the user shows it. */
export function PasswordField(props: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
          size={24}
          onPress={() => setShown(!shown)}
        >
          <Icon size={16} strokeWidth={1.75} />
        </IconButton>
      }
    />
  );
}
