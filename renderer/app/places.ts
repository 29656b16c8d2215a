import { Headphones } from 'lucide-react';

/** Where one can go, in the order of the sidebar. Only what exists stands here. */
export const places = [{ path: '/review', name: 'sidebar.review', Icon: Headphones }] as const;
