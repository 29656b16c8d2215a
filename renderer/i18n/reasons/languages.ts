import { type HeldTable, heldRecords } from '@shared/kinds';
import { fileKinds } from '@shared/reasons/files';
import { type ReasonCode, reasons } from '@shared/reasons/reasons';
import type { Language } from '../i18n';
import { administrationDe } from './administration.de';
import { callsDe } from './calls.de';
import { categoriesDe } from './categories.de';
import { customFieldsDe } from './custom-fields.de';
import { doubtsDe } from './doubts.de';
import { encryptKeysDe } from './encrypt-keys.de';
import { evaluationDe } from './evaluation.de';
import { fieldsDe } from './fields.de';
import { fileKindsDe, filesDe } from './files.de';
import { importsDe } from './imports.de';
import { peopleDe } from './people.de';
import { presetsDe } from './presets.de';
import { pushesDe } from './pushes.de';
import { recordingsDe } from './recordings.de';
import { reportsDe } from './reports.de';
import { serviceDe } from './service.de';
import { usersDe } from './users.de';
import { windowEn } from './window.en';

type Sentences = {
  sentences: Record<ReasonCode, string>;
  kinds: Record<keyof typeof fileKinds, string>;
  records: Record<HeldTable, string>;
  quoted: (text: string) => string;
};

/** The sentences of the service in each language of the window. */
export const saying: Record<Language, Sentences> = {
  en: {
    sentences: { ...reasons, ...windowEn },
    kinds: fileKinds,
    records: heldRecords('en'),
    quoted: (text) => `“${text}”`,
  },
  de: {
    sentences: {
      ...fieldsDe,
      ...peopleDe,
      ...serviceDe,
      ...filesDe,
      ...recordingsDe,
      ...callsDe,
      ...importsDe,
      ...administrationDe,
      ...categoriesDe,
      ...customFieldsDe,
      ...encryptKeysDe,
      ...evaluationDe,
      ...doubtsDe,
      ...presetsDe,
      ...pushesDe,
      ...reportsDe,
      ...usersDe,
    },
    kinds: fileKindsDe,
    records: heldRecords('de'),
    quoted: (text) => `„${text}“`,
  },
};
