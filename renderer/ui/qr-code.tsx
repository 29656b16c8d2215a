import encodeQR from 'qr';
import { useMemo } from 'react';
import styles from './qr-code.module.css';

/** The quiet zone that scanners need around a code, in modules (ISO/IEC 18004). */
const quiet = 4;

/** A QR code of a text, to be read with the camera of a phone. Dark on light in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: quiet }), [text]);
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className={styles.code} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={dark.join('')} />
    </svg>
  );
}
