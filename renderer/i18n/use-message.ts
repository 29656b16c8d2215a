import { useTranslation } from 'react-i18next';

/** A message of the contract in the language of the window; one we do not know stays as it came. */
export function useMessage(): (text: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (text) => text && t(`messages.${text.replaceAll('.', '')}` as never, { defaultValue: text });
}
