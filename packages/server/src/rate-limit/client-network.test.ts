import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

describe('clientNetwork', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['not:an:address', 'not:an:address'],
  ])('default: %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  test('behavior: all addresses of a /64 are one, in any spelling; others are not', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const half = fc.tuple(group, group, group, group)
    const written = (groups: number[]) =>
      groups.map((each) => each.toString(16).padStart(4, '0')).join(':')
    const short = (groups: number[]) => groups.map((each) => each.toString(16)).join(':')
    fc.assert(
      fc.property(half, half, half, (network, hostA, hostB) => {
        const one = clientNetwork(written([...network, ...hostA]))
        expect(clientNetwork(short([...network, ...hostB]).toUpperCase())).toBe(one)
        const other = [network[0], network[1], network[2], network[3] ^ 1]
        expect(clientNetwork(short([...other, ...hostA]))).not.toBe(one)
      }),
    )
  })

  test('error: throws for no text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(clientNetwork(text)).toBeTypeOf('string')
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        expect(clientNetwork(text)).toMatch(/^[\d.]+$|::\/64$/)
      }),
    )
  })
})
