import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { TextField, type TextFieldProps } from './text-field';

type Props = Omit<TextFieldProps, 'type' | 'after'>;

/** A password, hidden unless the user shows it. */
export function PasswordField(props: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const sign = shown ? EyeOff : Eye;
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
          <Icon of={sign} />
        </IconButton>
      }
    />
  );
}
