import { reportApi } from '@shared/contract/reports';
import { reportKeys } from '../../api/cache/reports';
import { recordQuery } from '../../api/record';
import { useSearchedList } from '../../list/use-collection';

/** The reports whose names contain a text, sorted by name. */
export const useReports = (search: string) => useSearchedList(reportApi.list, 'reports', reportKeys.list, search);

/** One report, and the version that was read. */
export const oneReport = recordQuery(reportApi.read, 'report', reportKeys.one);
