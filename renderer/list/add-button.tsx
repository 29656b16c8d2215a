import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

type Props = {
  /** A verb and an object: "Add category". */
  children: string;
  /** Why this user cannot add one. */
  unavailable?: string | undefined;
  /** The page of the new record. */
  to?: string;
  look?: 'ink' | 'plain';
};

/** The main action of a list: opens the page of a new record. */
export function AddButton({ children, unavailable, to = 'new', look = 'ink' }: Props) {
  const navigate = useNavigate();
  return (
    <Button look={look} icon={<Icon of={Plus} />} unavailable={unavailable} onPress={() => void navigate(to)}>
      {children}
    </Button>
  );
}
