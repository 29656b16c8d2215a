import { named } from '@shared/contract/operations';
import { version } from '../../../../../package.json';
import { openApiOf } from '../../../http/openapi/document';

/** The description of this API. */
export const described = () => openApiOf(named, version);
