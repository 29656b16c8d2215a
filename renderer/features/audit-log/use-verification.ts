import { type AuditFault, verifyAuditLog } from '@shared/contract/audit-log';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api';

export type Verified = { entries: number; fault: AuditFault | null; at: string };

/** Verifies the whole log, part by part. `checked` counts the entries meanwhile. */
export function useVerification() {
  const [checked, setChecked] = useState(0);
  const stop = useRef<AbortController>(null);
  const run = useMutation({
    gcTime: 0,
    mutationFn: async (): Promise<Verified | null> => {
      const control = new AbortController();
      stop.current = control;
      setChecked(0);
      for (let after = 0; ; ) {
        const part = await api(verifyAuditLog, { query: { after }, signal: control.signal }).catch((error: unknown) => {
          if (control.signal.aborted) return null;
          throw error;
        });
        if (!part) return null;
        const { entries, fault, is_complete } = part.verification;
        setChecked(entries);
        if (is_complete) return { entries, fault, at: new Date().toISOString() };
        after = entries;
      }
    },
  });
  useEffect(() => () => stop.current?.abort(), []);
  return { ...run, checked, cancel: () => stop.current?.abort() };
}
