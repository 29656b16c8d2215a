import { listRemovedCalls } from '@shared/contract/call-removal';
import { callKeys } from '../../api/cache/calls';
import { useCollection } from '../../list/use-collection';

/** The removed calls that can be restored, last removed first. */
export const useRemovedCalls = () => useCollection(listRemovedCalls, 'removed_calls', keyOf, all);

const all = {};
const keyOf = (_: object, page: number) => callKeys.removed(page);
