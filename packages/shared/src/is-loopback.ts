/**
 * Is the address of this machine? Only then may it be reached without TLS. Names below
 * `localhost` are not: whose they are is for a resolver to say.
 */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}
