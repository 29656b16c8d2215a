import type { Import } from '@shared/contract/imports';
import { Headphones } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '../../core/session';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useImportFlow } from './import-flow';

/** Opens the list of the calls that an import made, completed or added files to. Absent without any. */
export function CallsOfImport({ task: { import_id, imported, rows_imported } }: { task: Import }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const maySee = useHolds('calls:view');
  if (!maySee || imported + rows_imported === 0) return null;
  const show = () => {
    useImportFlow.setState({ open: false });
    void navigate(`/review?import_id__equal_to=${import_id}`);
  };
  return (
    <Button look="quiet" icon={<Icon of={Headphones} />} onPress={show}>
      {t('imports.showCalls')}
    </Button>
  );
}
