const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Returns whether a host name is that of this machine only. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname)
}
