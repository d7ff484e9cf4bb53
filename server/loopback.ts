const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Whether a host name means this machine only. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname)
}
