import { Check } from 'lucide-react';
import box from '../ui/checkbox.module.css';
import { Icon } from '../ui/icon';
import row from './row.module.css';

/** The cell that shows whether its row is chosen. Screen readers get it from the row itself. */
export const Tick = ({ chosen }: { chosen: boolean }) => (
  // biome-ignore lint/a11y/useSemanticElements: the grid is no table element
  // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
  <div role="gridcell" className={row.tick} aria-colindex={1} data-tick>
    <Box chosen={chosen} />
  </div>
);

/** The same in the cell of a column that otherwise shows something else. */
export const TickBox = ({ chosen }: { chosen: boolean }) => (
  <span className={row.tickBox} data-tick>
    <Box chosen={chosen} />
  </span>
);

const Box = ({ chosen }: { chosen: boolean }) => (
  <span className={box.box} data-on={chosen || undefined}>
    {chosen && <Icon of={Check} size={12} strokeWidth={3} />}
  </span>
);
