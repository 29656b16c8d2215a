import { zodResolver } from '@hookform/resolvers/zod';
import { Credentials } from '@shared/contract/sessions';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { isRefusal } from '../../api/refusal';
import { useSignIn } from '../../core/session';
import { useRefusalText } from '../../i18n/use-message';

/** The form that signs in. `wrong` is said when the credentials are; the password is then asked for again. */
export function useSignInForm(login: string, wrong: string) {
  const refusalText = useRefusalText();
  const signIn = useSignIn();
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { login, password: '' } });
  const submit = form.handleSubmit(async (credentials) => {
    await signIn.mutateAsync(credentials).catch(() => {
      form.setValue('password', '');
      form.setFocus('password');
    });
  });
  const { error } = signIn;
  return {
    control: form.control,
    onSubmit: (event: FormEvent) => void submit(event),
    busy: signIn.isPending,
    /** Why it did not work, in one sentence. */
    said: error && (isRefusal(error, 401) ? wrong : refusalText(error)),
  };
}
