import { FileAudio, FolderOpen, Import, ListChecks, PhoneCall } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useCommand } from '../../core/use-command';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Menu, MenuItem } from '../../ui/menu';
import { useImportFlow, useImportText, useImportWays } from './import-flow';

const importsPath = '/admin/imports';

/** The main action of the review page: importing calls. `children` are further items of its menu. */
export function ImportMenu({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const ways = useImportWays();
  const mayNot = ways.unavailable;
  const mayImport = mayNot === undefined;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const failure = useImportFlow((flow) => flow.failure);
  const importText = useImportText();
  const close = () => useImportFlow.setState({ failure: null });
  useCommand('importFolder', mayImport ? () => void ways.chooseFolder() : undefined, mayNot);
  useCommand('importFiles', mayImport ? () => void ways.chooseFiles() : undefined, mayNot);
  const icon = <Icon of={Import} />;
  if (!mayImport)
    return (
      <Button icon={icon} unavailable={mayNot}>
        {t('imports.import')}
      </Button>
    );
  return (
    <>
      <Menu
        label={t('imports.import')}
        trigger={
          <Button icon={icon} busy={ways.busy}>
            {t('imports.import')}
          </Button>
        }
      >
        <MenuItem icon={<Icon of={FolderOpen} />} onAction={() => void ways.chooseFolder()}>
          {t('imports.chooseFolder')}
        </MenuItem>
        <MenuItem icon={<Icon of={FileAudio} />} onAction={() => void ways.chooseFiles()}>
          {t('imports.chooseFiles')}
        </MenuItem>
        <MenuItem icon={<Icon of={PhoneCall} />} onAction={() => void navigate('/phone-systems')}>
          {t('imports.phoneSystem')}
        </MenuItem>
        {pathname !== importsPath && (
          <MenuItem icon={<Icon of={ListChecks} />} onAction={() => void navigate(importsPath)}>
            {t('imports.earlier')}
          </MenuItem>
        )}
        {children}
      </Menu>
      <Dialog
        open={failure !== null}
        onClose={close}
        role="alertdialog"
        title={t('imports.startFailed')}
        actions={
          <Button autoFocus onPress={close}>
            {t('ui.close')}
          </Button>
        }
      >
        <p>{failure && importText(failure)}</p>
      </Dialog>
    </>
  );
}
