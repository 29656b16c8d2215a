/** The way of a request into the service: over TCP, or from the window. */
export type Door = 'tcp' | 'app';
