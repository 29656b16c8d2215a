import { expect, test } from 'vitest';
import { forgetListState, useListState } from '../../renderer/features/calls/list-state';

test('a list that is opened again after its page was left is never the one that was read before', () => {
  const edition = () => useListState.getState().edition;
  const seen = [edition()];
  for (let n = 0; n < 3; n++) {
    useListState.setState({ edition: edition() + 1 });
    seen.push(edition());
    forgetListState();
    seen.push(edition());
  }
  expect(new Set(seen).size).toBe(seen.length);
});
