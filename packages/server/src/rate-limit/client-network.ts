import { isIPv6 } from 'node:net'

/**
 * The rate-limit identity of a client without key and payment: its IPv4 address, or the /64 of its
 * IPv6 address, because one subscriber has the whole /64.
 *
 * @example clientNetwork('2001:db8::1') // '2001:db8:0:0::/64'
 * @example clientNetwork('::ffff:192.0.2.1') // '192.0.2.1'
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address
  const bare = address.split('%')[0] ?? ''
  if (!isIPv6(bare)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped) return mapped[1]!
  return `${groupsOf(bare).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an address, without leading zeros. A dotted IPv4 tail becomes two groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) =>
    text === ''
      ? []
      : text.split(':').flatMap((group) => (group.includes('.') ? ['', ''] : [group]))
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
}
