/** The names of this computer that Earshot answers to, and to which a webhook may use http; as `URL.hostname` has them. */
export const localHosts: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
