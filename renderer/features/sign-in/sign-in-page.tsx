import { useLeft } from '../../core/left';
import { BrandPage } from '../../ui/brand-page';
import { MissingKey } from './missing-key';
import { SignIn } from './sign-in';
import { Unlock } from './unlock';

/** The page for signing in, or unlocking the window. The root decides where to go next. */
export function SignInPage() {
  const person = useLeft(({ left }) => left?.person);
  return (
    <BrandPage tall={person ? 264 : 248}>
      {person ? <Unlock key={person.user_id} {...person} /> : <SignIn />}
      <MissingKey />
    </BrandPage>
  );
}
