import { listCalls } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { useHolds } from '../../core/session';
import { lengthText } from '../../i18n/times';
import { ColourMark } from '../../ui/colour-mark';
import { useCallName } from '../parties';
import preview from './field-preview.module.css';
import styles from './preview-uses.module.css';

/** A value that a call could have; a number can have the colour and label of its threshold. */
export type Sample = { text: string; colour?: string | undefined; label?: string | undefined };

const shown = 3;

/** The latest calls as they would be listed with values of the field. Nothing without calls that the user may see. */
export function PreviewInList({ samples }: { samples: readonly Sample[] }) {
  const { t } = useTranslation();
  const callName = useCallName();
  const { data: calls = [] } = useQuery({
    queryKey: callKeys.found('', shown),
    enabled: useHolds('calls:view'),
    queryFn: async ({ signal }) => (await api(listCalls, { query: { limit: shown }, view: 'latest', signal })).calls,
  });
  if (calls.length === 0 || samples.length === 0) return null;
  return (
    <>
      <p className={preview.caption}>{t('customFields.previewList')}</p>
      <ul className={styles.list}>
        {calls.map((call, at) => (
          <li key={call.call_id} className={styles.row}>
            <span className={styles.name}>{callName(call)}</span>
            <Value {...(samples[at % samples.length] as Sample)} />
            <span className={styles.length} data-figures>
              {lengthText(call.duration)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The chip of a filter by the field. */
export function PreviewFilter({ name, samples }: { name: string; samples: readonly Sample[] }) {
  const { t } = useTranslation();
  const [first, second] = samples;
  if (!first) return null;
  return (
    <>
      <p className={preview.caption}>{t('customFields.previewFilter')}</p>
      <p className={styles.chip}>
        <span className={styles.quiet}>{name}</span>
        <Value {...first} />
        {second && (
          <>
            {t('customFields.previewOr')}
            <Value {...second} />
          </>
        )}
      </p>
    </>
  );
}

const Value = ({ text, colour }: Sample) => (
  <span className={styles.value}>
    {colour !== undefined && <ColourMark colour={colour} />}
    <span className={preview.text}>{text}</span>
  </span>
);
