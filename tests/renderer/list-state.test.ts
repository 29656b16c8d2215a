import { expect, test } from 'vitest';
import { forgetListState, useListState } from '../../renderer/features/calls/list-state';

test('a list that is reopened after leaving its page never has an earlier edition', () => {
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
