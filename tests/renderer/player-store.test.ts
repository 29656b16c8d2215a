import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { usePlayer } from '../../renderer/features/player';

const call = (from_name: string): Call => ({ call_id: 'a', from_name, files: [] }) as unknown as Call;

test('the deck shows what has changed in its call, and nothing of another one', () => {
  const { load, takeIn } = usePlayer.getState();
  load(call('Maria'));

  takeIn(call('Maria Lopez'));
  takeIn({ ...call('Ana'), call_id: 'b' });

  expect(usePlayer.getState().call?.from_name).toBe('Maria Lopez');
});
