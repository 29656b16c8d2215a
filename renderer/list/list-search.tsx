import { useEffect, useState } from 'react';
import { PageSearch, restMs } from './page-search';

type Props = { text: string; label: string; onChange: (text: string) => void };

/** Searches while the user types. */
export function ListSearch({ text: searched, label, onChange }: Props) {
  const [text, setText] = useState(searched);
  // The last text sent from here. A different one came from elsewhere (Back, "Show all") and replaces the input.
  const [sent, setSent] = useState(searched);
  const [seen, setSeen] = useState(searched);
  if (seen !== searched) {
    setSeen(searched);
    if (searched !== sent) {
      setSent(searched);
      setText(searched);
    }
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted);
    }, restMs);
    return () => clearTimeout(timer);
  }, [wanted, sent, onChange]);
  return <PageSearch label={label} value={text} onChange={setText} />;
}
