import { z } from 'zod';
import { downloadFile } from './calls';
import { operation, wholeNumber } from './operation';

/** The longest validity of a signed URL: a week, in seconds. */
export const longestValidity = 604_800;

/**
 * A URL that opens the audio of one call for anyone who has it, until it expires. It needs no credentials, works after a
 * restart, and ends with the right of the user who made it, and with the access token that did.
 */
export const signFileUrl = operation({
  method: 'get',
  path: '/api/v2/calls/:call_id.json/file_url.json',
  summary: 'Create a signed URL for the audio of a call',
  permission: 'calls:download',
  audited: { action: 'sign_url', resource: 'call', id: 'call_id' },
  query: downloadFile.query.extend({
    expires: wholeNumber(1, longestValidity).meta({ description: 'Validity in seconds' }),
  }),
  response: z.object({ signed_url: z.string() }),
  refusals: ['KeychainUnavailable', 'ServiceUnavailable', 'IntegrityError'],
  decision: `API v2 does not show the bounds of expires: 1 to ${longestValidity}. The URL begins with scheme, host and port of the request; the host name is signed.`,
});

/** The audio behind a signed URL, as `file` sends it. Every URL that does not open anything gets the same refusal. */
export const followSignedUrl = operation({
  method: 'get',
  path: '/calls/file/:call_id/signed',
  summary: 'Follow a signed URL',
  permission: 'public',
  signed: true,
  query: z.strictObject({
    expires: z.string().meta({ description: 'The end of the validity, as Unix time in seconds' }),
    sign: z.string().meta({ description: 'The signature, Base64url' }),
  }),
  produces: downloadFile.produces,
  refusals: ['PermissionError', 'KeychainUnavailable', 'IntegrityError', 'TooManyRequests'],
  decision: 'API v2 does not show the refusal of an expired or altered URL: 403 PermissionError without details.',
});
