/**
 * Whether the address is on this machine, and may therefore be reached without TLS. Names below
 * `localhost` do not count, because a resolver decides where they lead.
 */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}
