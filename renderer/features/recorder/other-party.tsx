import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field';
import { nameParty, useRecorder, type Wanted } from './recorder';

/** Who is on the other end of the recording. A change is stored when the field is left. */
export function OtherParty() {
  const { t } = useTranslation();
  const party = useRecorder(({ wanted }) => wanted?.party);
  const [typed, setTyped] = useState<Wanted['party'] | null>(null);
  if (!party) return null;
  const shown = typed ?? party;
  const keep = () => {
    const next = { number: shown.number.trim(), name: shown.name.trim() };
    setTyped(null);
    if (next.number !== party.number || next.name !== party.name) void nameParty(next);
  };
  return (
    <>
      <TextField
        label={t('recorder.number')}
        value={shown.number}
        onChange={(number) => setTyped({ ...shown, number })}
        onBlur={keep}
        max={256}
      />
      <TextField
        label={t('recorder.name')}
        value={shown.name}
        onChange={(name) => setTyped({ ...shown, name })}
        onBlur={keep}
        max={256}
      />
    </>
  );
}
