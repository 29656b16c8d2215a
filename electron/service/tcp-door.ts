import type { Part } from './context';

/** The TCP door, for rules that name its address; `port` is undefined while it is closed. */
export const tcpDoor: Part<{ port: number | undefined }> = () => ({ port: undefined });
