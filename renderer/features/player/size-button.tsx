import { Maximize2, Minimize2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { deckHeight, useLayout } from '../../core/layout';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import styles from './size-button.module.css';

/** Makes the player as high as it can be, and gives it back the height it had. */
export function SizeButton() {
  const { t } = useTranslation();
  const isLarge = useLayout((layout) => layout.deckHeight === deckHeight.max);
  const onPress = () =>
    useLayout.setState(({ deckHeight: height, deckHeightBefore: before }) =>
      isLarge ? { deckHeight: before } : { deckHeight: deckHeight.max, deckHeightBefore: height },
    );
  return (
    <div className={styles.end}>
      <IconButton size={30} placement="top" label={t(isLarge ? 'player.smaller' : 'player.larger')} onPress={onPress}>
        <Icon of={isLarge ? Minimize2 : Maximize2} />
      </IconButton>
    </div>
  );
}
