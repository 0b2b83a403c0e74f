/**
 * Whether a host is this machine, which may be reached without TLS. Accepts the spellings of
 * `--host` and of the `hostname` of a URL. Names below `localhost` do not count, because a resolver
 * decides where they lead.
 */
export function isLoopbackHost(host: string): boolean {
  return (
    ['localhost', '::1', '[::1]'].includes(host) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
  )
}

/** Whether secrets may be sent to an address: over TLS, or over plain http on this machine. */
export function isTlsOrLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}
