import { groupApi } from '@shared/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { groupKeys } from '../../api/cache/groups';
import { every } from '../../api/every';
import { useHolds } from '../../core/session';

/** Every group, for choosing one and for its name; undefined while loading, or if the role does not see groups. */
export function useEveryGroup() {
  const maySee = useHolds('groups:view');
  return useQuery({
    queryKey: groupKeys.every,
    enabled: maySee,
    queryFn: ({ signal }) => every(groupApi.list, 'groups', signal),
  }).data;
}
