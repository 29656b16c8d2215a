import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../core/session';
import { useEndView } from '../core/view-as';
import { useRefusalText } from '../i18n/use-refusal-text';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

/** Shown while the user views Earshot as someone else: names that user, and ends it. */
export function ViewAsBanner() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { user, role, viewer } = useSignedIn();
  const end = useEndView();
  if (!viewer) return null;
  return (
    <Banner
      icon={<Icon of={Eye} />}
      title={t('viewAs.title', { name: user.name, role: role.name })}
      text={end.error ? refusalText(end.error) : t('viewAs.text')}
    >
      <Button busy={end.isPending} onPress={() => end.mutate()}>
        {t('viewAs.end')}
      </Button>
    </Banner>
  );
}
