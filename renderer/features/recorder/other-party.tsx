import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field';
import { keepParty, typeParty } from './party';
import { useRecorder } from './state';

/** Who is on the other end of the recording. A change is stored when the field is left, also if that is by a key or a lock. */
export function OtherParty() {
  const { t } = useTranslation();
  const party = useRecorder(({ wanted }) => wanted?.party);
  const typed = useRecorder((recorder) => recorder.typed);
  // A field that disappears is not blurred.
  useEffect(() => () => void keepParty(), []);
  if (!party) return null;
  const shown = typed ?? party;
  return (
    <>
      <TextField
        label={t('recorder.number')}
        value={shown.number}
        onChange={(number) => typeParty({ ...shown, number })}
        onBlur={() => void keepParty()}
        max={256}
      />
      <TextField
        label={t('recorder.name')}
        value={shown.name}
        onChange={(name) => typeParty({ ...shown, name })}
        onBlur={() => void keepParty()}
        max={256}
      />
    </>
  );
}
