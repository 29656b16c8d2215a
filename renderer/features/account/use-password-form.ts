import { password } from '@shared/contract/setup';
import { userApi } from '@shared/contract/users';
import { says } from '@shared/reasons/check';
import { z } from 'zod';
import { useSignedIn } from '../../core/session';
import { useApiForm } from '../../form/use-api-form';

const rules = z
  .object({
    fieldset_login: z.object({ current_password: z.string().min(1, says('password_missing')), password }),
    again: z.string().min(1, says('password_again_missing')),
  })
  .refine(({ fieldset_login, again }) => fieldset_login.password === again, {
    path: ['again'],
    ...says('passwords_differ'),
  });

/** The form in which users change their own password. With `startsOver`, its fields are empty afterwards. */
export const usePasswordForm = (onSaved: () => unknown, { startsOver = false } = {}) =>
  useApiForm(userApi.update, {
    values: { fieldset_login: { current_password: '', password: '' }, again: '' },
    sections: ['fieldset_login'],
    rules,
    params: { user_id: useSignedIn().user.user_id },
    onSaved,
    startsOver,
  });
