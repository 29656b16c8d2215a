import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { runCommand } from '../core/run-command';
import { useCommand } from '../core/use-command';
import { useKeySheet } from './key-sheet';

const HelpPages = lazy(async () => ({ default: (await import('../features/help')).HelpPages }));

export const useHelp = create<{ open: boolean; show: () => void; close: () => void }>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  close: () => set({ open: false }),
}));

/** The help pages, which are loaded when they are opened. */
export function Help() {
  const { open, show, close } = useHelp();
  const navigate = useNavigate();
  useCommand('help', show);
  const phoneSystems = () => {
    close();
    void navigate('/phone-systems');
  };
  const keys = () => {
    close();
    useKeySheet.getState().show();
  };
  const diagnosis = () => {
    close();
    runCommand('diagnosis');
  };
  return (
    open && (
      <Suspense>
        <HelpPages onClose={close} onPhoneSystems={phoneSystems} onKeys={keys} onDiagnosis={diagnosis} />
      </Suspense>
    )
  );
}
