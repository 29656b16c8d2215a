import { useEffect, useState } from 'react';
import { useImportWays } from './import-flow';

/**
 * Accepts files dropped anywhere on the window. Returns how many are dragged over it (null: none, 0: the system does
 * not say).
 */
export function useDrop(on: boolean): number | null {
  const ways = useImportWays();
  const [held, setHeld] = useState<number | null>(null);
  const { drop } = ways;

  useEffect(() => {
    if (!on) return;
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      setHeld(event.dataTransfer?.items.length ?? 0);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHeld(null);
    };
    const onDrop = (event: DragEvent) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      setHeld(null);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) drop(files);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  });
  return held;
}
