import { lazy, Suspense, useState } from 'react';
import { useSession } from '../core/session';

const RecorderHost = lazy(async () => ({ default: (await import('../features/recorder')).RecorderHost }));

/** The recording of this machine's audio, which outlasts the session that began it. Loaded with the first session. */
export function Recording() {
  const { data: session } = useSession(false);
  const [hasEntered, setHasEntered] = useState(false);
  if (session && !hasEntered) setHasEntered(true);
  if (!hasEntered) return null;
  return (
    <Suspense>
      <RecorderHost isLocked={session === null} />
    </Suspense>
  );
}
