const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Returns whether a host name is that of this machine only. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname)
}

/** Returns the URL of a server on this machine. A wildcard host is reached by its loopback name. */
export function toLocalUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
