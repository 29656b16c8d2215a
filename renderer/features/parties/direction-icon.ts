import { CallDirection } from '@shared/codes';
import type { Call } from '@shared/contract/calls';
import { ArrowDownLeft, ArrowUpRight, type LucideIcon, Minus } from 'lucide-react';

const icons: Record<number, LucideIcon> = {
  [CallDirection.outbound]: ArrowUpRight,
  [CallDirection.inbound]: ArrowDownLeft,
};

/** The sign of the direction of a call. */
export const directionIcon = ({
  protocol_call_direction: way,
}: Partial<Pick<Call, 'protocol_call_direction'>>): LucideIcon => icons[way ?? CallDirection.unknown] ?? Minus;
