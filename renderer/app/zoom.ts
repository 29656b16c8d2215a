import { zoomRange } from '@shared/preferences';
import { usePreferences } from '../core/preferences';
import { useCommand } from '../core/use-command';

const { min, max } = zoomRange;
const steps = [min, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, max];

/** Ctrl +, Ctrl − and Ctrl 0, on every page. */
export function useZoomCommands(): void {
  const { zoom, change } = usePreferences();
  useCommand('zoomIn', () => change({ zoom: steps.find((step) => step > zoom) ?? max }));
  useCommand('zoomOut', () => change({ zoom: steps.findLast((step) => step < zoom) ?? min }));
  useCommand('zoomReset', () => change({ zoom: 1 }));
}
