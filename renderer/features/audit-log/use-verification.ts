import { type AuditFault, verifyAuditLog } from '@shared/contract/audit-log';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api';

export type Verified = { entries: number; fault: AuditFault | null; at: string };

/** Reads the log part by part; null when it is aborted. */
async function verify(signal: AbortSignal, onChecked: (entries: number) => void): Promise<Verified | null> {
  let after = 0;
  while (true) {
    const part = await api(verifyAuditLog, { query: { after }, signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (!part) return null;
    const { entries, fault, is_complete } = part.verification;
    onChecked(entries);
    if (is_complete) return { entries, fault, at: new Date().toISOString() };
    after = entries;
  }
}

/** Verifies the whole log. `checked` counts the entries meanwhile. */
export function useVerification() {
  const [checked, setChecked] = useState(0);
  const stop = useRef<AbortController>(null);
  const run = useMutation({
    gcTime: 0,
    mutationFn: async (): Promise<Verified | null> => {
      const control = new AbortController();
      stop.current = control;
      setChecked(0);
      return verify(control.signal, setChecked);
    },
  });
  useEffect(() => () => stop.current?.abort(), []);
  return { ...run, checked, cancel: () => stop.current?.abort() };
}
