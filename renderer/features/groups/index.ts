import './texts';

export { useEveryGroup } from './groups';
export { GroupsPage } from './groups-page';
