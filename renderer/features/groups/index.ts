import './texts';

export { useEveryGroup, useGroupChoices } from './groups';
export { GroupsPage } from './groups-page';
