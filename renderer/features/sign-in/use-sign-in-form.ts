import { createSession } from '@shared/contract/sessions';
import { isRefusal } from '../../api/refusal';
import { useEnter } from '../../core/session';
import { useApiForm } from '../../form/use-api-form';

/** The form that signs in. Wrong credentials show `wrong` and ask for the password again. */
export function useSignInForm(login: string, wrong: string) {
  const enter = useEnter();
  const form = useApiForm(createSession, {
    values: { login, password: '' },
    onSaved: ({ answer }) => enter(answer),
    onRefused: () => {
      form.setValue('password', '');
      form.setFocus('password');
    },
  });
  return { ...form, said: isRefusal(form.error, 401) ? wrong : form.said };
}
