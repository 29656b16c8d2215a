import { useTranslation } from 'react-i18next';
import { ColourMark } from '../../../ui/colour-mark';
import styles from './suggestions.module.css';
import type { Suggestion } from './use-suggestions';

type Props = {
  id: string;
  suggestions: readonly Suggestion[];
  /** The one that Enter chooses; −1 for none. */
  current: number;
  onChoose: (suggestion: Suggestion) => void;
};

export const optionId = (id: string, at: number) => `${id}-${at}`;

/** Filters that the typed text names, below the search field, which keeps the focus. */
export function Suggestions({ id, suggestions, current, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.popup}>
      <p className={styles.title} id={`${id}-title`}>
        {t('suggestions.title')}
      </p>
      {/* biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names the current option */}
      {/* biome-ignore lint/a11y/useSemanticElements: a select cannot be controlled by the search field */}
      <div role="listbox" id={id} aria-labelledby={`${id}-title`}>
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
          <div
            key={`${suggestion.item.name} ${suggestion.id}`}
            role="option"
            id={optionId(id, at)}
            className={styles.option}
            aria-selected={at === current}
            // The field would lose the focus.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            <span className={styles.kind}>{suggestion.item.label}</span>
            {suggestion.color !== undefined && <ColourMark colour={suggestion.color} />}
            <span className={styles.name} dir="auto">
              {suggestion.name}
            </span>
          </div>
        ))}
      </div>
      <p className={styles.hint}>{t('suggestions.keys')}</p>
    </div>
  );
}
