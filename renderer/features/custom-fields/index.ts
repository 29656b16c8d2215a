import './texts';

export { CustomFieldsPage } from './custom-fields-page';
