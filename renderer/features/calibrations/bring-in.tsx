import { importPackage, inspectPackage, type PackageInspection } from '@shared/contract/packages';
import { useMutation } from '@tanstack/react-query';
import { Import } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addressOf, ask } from '../../api/api';
import { changedByCalibration } from '../../api/cache/calibrations';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { idIn } from '../../api/id-in';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { path } from './calibrations';
import { KeyCard } from './key-card';

/** Sends a package as it is. Its file is read while it is sent. */
const send = async (address: string, file: File) =>
  (await ask(address, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file })).json();

type Opened = { file: File; inspection: PackageInspection };

/** Opens a package, shows whose key has signed it, and brings it in once the user knows that key. */
function useBringIn() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useMutation({
    gcTime: 0,
    mutationFn: async (file: File): Promise<Opened> => ({
      file,
      inspection: inspectPackage.response.parse(await send(addressOf(inspectPackage), file)).package,
    }),
  });
  const bring = useMutation({
    gcTime: 0,
    mutationFn: async ({ file, inspection: { sender_fingerprint: signer } }: Opened) =>
      importPackage.response.parse(await send(addressOf(importPackage, {}, { signer }), file)).url,
    onSuccess: async (url, { inspection: { kind, name, sender_name } }) => {
      open.reset();
      toast(
        t(kind === 'result' ? 'calibrations.broughtResult' : 'calibrations.brought', { name, sender: sender_name }),
      );
      await refresh([...changedByCalibration, ...changedByEvaluation]);
      await navigate(`${path}/${idIn(url)}`);
    },
  });
  const close = () => {
    open.reset();
    bring.reset();
  };
  const error = open.error ?? bring.error;
  const dialog = error ? (
    <RefusedDialog error={error} onClose={close} />
  ) : (
    open.data && (
      <SenderDialog
        inspection={open.data.inspection}
        isBusy={bring.isPending}
        onAccept={() => open.data && bring.mutate(open.data)}
        onClose={close}
      />
    )
  );
  return { choose: open.mutate, isOpening: open.isPending, dialog };
}

/** A button that brings in a package; a file may also be dropped on the window. */
export function BringIn({ label }: { label: string }) {
  const { t } = useTranslation();
  const reading = useReadingOnly();
  const may = useMay(importPackage);
  const { choose, isOpening, dialog } = useBringIn();
  const whyNot = reading ?? (may ? undefined : t('calibrations.mayNotBring'));
  useDropped(whyNot === undefined, choose);
  const button = (
    <Button icon={<Icon of={Import} />} busy={isOpening} unavailable={whyNot}>
      {label}
    </Button>
  );
  if (whyNot !== undefined) return button;
  return (
    <>
      <FileTrigger acceptedFileTypes={['.earshot-package']} onSelect={(files) => files?.[0] && choose(files[0])}>
        {button}
      </FileTrigger>
      {dialog}
    </>
  );
}

/** Takes a file that is dropped anywhere on the window. */
function useDropped(isOn: boolean, take: (file: File) => void): void {
  const onDrop = useEffectEvent((event: DragEvent) => {
    const [file] = event.dataTransfer?.files ?? [];
    event.preventDefault();
    if (file) take(file);
  });
  useEffect(() => {
    if (!isOn) return;
    const drop = (event: DragEvent) => onDrop(event);
    const over = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [isOn]);
}

type SenderProps = {
  inspection: PackageInspection;
  isBusy: boolean;
  onAccept: () => void;
  onClose: () => void;
};

function SenderDialog({ inspection, isBusy, onAccept, onClose }: SenderProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, name, calls, bytes, sender_name, sender_fingerprint } = inspection;
  const facts = [t('calibrations.countCalls', { count: calls }), format.bytes(bytes)];
  return (
    <Dialog
      open
      firm
      width={560}
      onClose={onClose}
      title={t(kind === 'result' ? 'calibrations.resultOf' : 'calibrations.packageOf', { name: sender_name })}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('calibrations.cancel')}
          </Button>
          <Button look="ink" busy={isBusy} onPress={onAccept}>
            {t('calibrations.isTheirs')}
          </Button>
        </>
      }
    >
      <p data-figures>{[name, ...facts].filter(Boolean).join(' · ')}</p>
      <KeyCard
        name={sender_name}
        fingerprint={sender_fingerprint}
        text={t('calibrations.compareSender', { name: sender_name })}
      />
    </Dialog>
  );
}

/** Why a package cannot be brought in. Nothing was changed. */
function RefusedDialog({ error, onClose }: { error: Error; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useSaid();
  const refusalText = useRefusalText();
  const [said] = isRefusal(error) ? Object.values(error.details) : [];
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('calibrations.notBrought')}
      actions={
        <Button autoFocus onPress={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p>{said === undefined ? refusalText(error) : say(said)}</p>
      <p>{t('calibrations.nothingChanged')}</p>
    </Dialog>
  );
}
