import { ownStore } from './own-store';

/** How far the player moves with its keys and buttons, in seconds. The shortest step is always one second. */
export const useSteps = ownStore('steps', { long_s: 10, short_s: 5 });
