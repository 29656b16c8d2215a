import { createSession } from '@shared/contract/sessions';
import { useState } from 'react';
import { isRefusal } from '../../api/refusal';
import { useEnter } from '../../core/session';
import { useApiForm } from '../../form/use-api-form';

/**
 * The form that signs in. Wrong credentials show `wrong` and ask for the password again. `asksCode`: the password was
 * right, but the account has a second factor.
 */
export function useSignInForm(login: string, wrong: string) {
  const enter = useEnter();
  const [asksCode, setAsksCode] = useState(false);
  const form = useApiForm(createSession, {
    values: { login, password: '', otp: '' },
    onSaved: ({ answer }) => enter(answer),
    onRefused: (error) => {
      if (isRefusal(error) && error.field('otp')) {
        // A code that was not asked for before is no error yet.
        if (!asksCode) form.clearErrors('otp');
        return setAsksCode(true);
      }
      // Other refusals, such as a wait after wrong codes, say nothing about the password.
      if (isRefusal(error, 401)) form.setValue('password', '');
      form.setFocus('password');
    },
  });
  const isWrong = isRefusal(form.error, 401) && !form.error.field('otp');
  return { ...form, asksCode, said: isWrong ? wrong : form.said };
}
