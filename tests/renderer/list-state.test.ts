import { expect, test } from 'vitest';
import {
  forgetListState,
  keepFirst,
  searchKey,
  selectionIn,
  selectRow,
  useListState,
} from '../../renderer/features/calls/list-state';

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

test('the first call of a list that shows calls as they arrive is kept, also after a row of another search was selected', () => {
  const [all, none] = [{}, { search_term: 'nobody' }] as Parameters<typeof selectRow>[0][];
  forgetListState();
  selectRow(all!, 7);
  useListState.setState({ follows: searchKey(none!) });
  const kept = () => selectionIn(useListState.getState(), none!);

  keepFirst(all!, null);
  expect(selectionIn(useListState.getState(), all!)).toMatchObject({ index: 7 });
  keepFirst(none!, null);
  expect(useListState.getState().selection).toEqual({ of: searchKey(none!), index: 0 });
  selectRow(none!, 3);
  keepFirst(none!, null);
  expect(kept()).toMatchObject({ index: 3 });

  useListState.setState({ selection: null });
  keepFirst(none!, 'shown');
  keepFirst(none!, null);
  expect(kept()).toMatchObject({ call_id: 'shown' });
});
