import type { LucideIcon, LucideProps } from 'lucide-react';

type Props = Omit<LucideProps, 'ref'> & { of: LucideIcon };

/** An icon in the weight of the window. It is hidden from screen readers, unless it has a role of its own. */
export const Icon = ({ of: Sign, size = 16, ...props }: Props) => (
  <Sign size={size} strokeWidth={1.75} {...(props.role === undefined && { 'aria-hidden': true })} {...props} />
);
