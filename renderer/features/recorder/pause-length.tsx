import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/select-field';
import { Switch } from '../../ui/switch';
import { resumeSeconds, useChoices } from './choices';
import { changeResume } from './pausing';

/** Whether a pause ends by itself, and after how long. A change applies to the current pause too, from now on. */
export function PauseLength() {
  const { t } = useTranslation();
  const { resumes, resume_s } = useChoices();
  const choose = (chosen: Partial<{ resumes: boolean; resume_s: number }>) => {
    useChoices.setState(chosen);
    void changeResume();
  };
  return (
    <>
      <Switch label={t('recorder.resumes')} value={resumes} onChange={(value) => choose({ resumes: value })} atEnd />
      {resumes && (
        <SelectField
          label={t('recorder.resumesAfter')}
          inLine
          value={String(resume_s)}
          onChange={(id) => choose({ resume_s: Number(id) })}
          choices={resumeSeconds.map((seconds) => ({
            id: String(seconds),
            name: seconds < 60 ? t('recorder.seconds', { seconds }) : t('recorder.minutes', { minutes: seconds / 60 }),
          }))}
        />
      )}
    </>
  );
}
