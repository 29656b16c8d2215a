import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { isRefusal } from '../api/refusal';
import { refresh } from '../core/query-client';
import { useRefusalText } from '../i18n/use-refusal-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormMessage } from '../ui/form-message';
import { toast } from '../ui/toast';

type Deletion = {
  words: {
    /** The question. */
    title: string;
    keep: string;
    remove: string;
    /** Confirms the deletion. */
    removed: string;
  };
  /** The id of the record. */
  id: string;
  remove: () => Promise<unknown>;
  /** The page to go to afterwards, if the record has a page of its own. */
  list?: string;
  /** Data that changes with the record. */
  changed: readonly QueryKey[];
  /** What else is lost. */
  children: ReactNode;
};

type Props = Omit<Deletion, 'words'> & {
  words: Deletion['words'] & {
    /** On the button that asks. */
    ask: string;
  };
  /** Why this user cannot delete it. */
  unavailable?: string | undefined;
  /** What asks, if it is not a button of its own. */
  trigger?: (ask: () => void) => ReactNode;
};

/** Deletes the record of a page, after asking. */
export function DeleteRecord({ unavailable, trigger, ...deletion }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {trigger?.(() => setAsking(true)) ?? (
        <Button look="quiet" unavailable={unavailable} onPress={() => setAsking(true)}>
          {deletion.words.ask}
        </Button>
      )}
      <DeleteDialog open={isAsking} onClose={() => setAsking(false)} {...deletion} />
    </>
  );
}

/** The question before a record is deleted. A refusal is shown in it; one that stays takes the place of the question. */
export function DeleteDialog({
  open,
  onClose,
  words,
  id,
  list,
  changed,
  children,
  ...props
}: Deletion & { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const remove = useMutation({
    mutationFn: props.remove,
    gcTime: 0,
    onSuccess: async () => {
      toast(words.removed);
      onClose();
      if (list !== undefined) await navigate(list, { replace: true });
      await refresh(changed, id);
    },
  });
  const isInUse = isRefusal(remove.error, 409);
  const close = () => {
    onClose();
    remove.reset();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.title}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={close}>
            {words.keep}
          </Button>
          {!isInUse && (
            <Button look="danger" busy={remove.isPending} onPress={() => remove.mutate()}>
              {words.remove}
            </Button>
          )}
        </>
      }
    >
      {!isInUse && children}
      {remove.error && <FormMessage>{refusalText(remove.error)}</FormMessage>}
    </Dialog>
  );
}
