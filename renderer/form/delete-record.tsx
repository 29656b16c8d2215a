import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { refresh } from '../core/query-client';
import { useRefusalText } from '../i18n/use-refusal-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormMessage } from '../ui/form-message';
import { toast } from '../ui/toast';

type Props = {
  words: {
    /** On the button that asks. */
    ask: string;
    /** The question. */
    title: string;
    keep: string;
    remove: string;
    /** Confirms the deletion. */
    removed: string;
  };
  /** Why this user cannot delete it. */
  unavailable?: string | undefined;
  remove: () => Promise<unknown>;
  /** What asks, if it is not a button of its own. */
  trigger?: (ask: () => void) => ReactNode;
  /** The page to go to afterwards. */
  list: string;
  /** Data that changes with the record. */
  changed: readonly QueryKey[];
  /** What else is lost. */
  children: ReactNode;
};

/** Deletes the record of a page, after asking. A refusal is shown in the dialog. */
export function DeleteRecord({ words, unavailable, list, changed, children, ...props }: Props) {
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: props.remove,
    gcTime: 0,
    onSuccess: async () => {
      toast(words.removed);
      await navigate(list, { replace: true });
      await refresh(changed);
    },
  });
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <>
      {props.trigger?.(() => setAsking(true)) ?? (
        <Button look="quiet" unavailable={unavailable} onPress={() => setAsking(true)}>
          {words.ask}
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={close}
        title={words.title}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={close}>
              {words.keep}
            </Button>
            <Button look="danger" busy={remove.isPending} onPress={() => remove.mutate()}>
              {words.remove}
            </Button>
          </>
        }
      >
        {children}
        {remove.error && <FormMessage>{refusalText(remove.error)}</FormMessage>}
      </Dialog>
    </>
  );
}
