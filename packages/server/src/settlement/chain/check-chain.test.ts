import { encodeAbiParameters } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import type { ChainPort } from './chain-reads.ts'
import { checkChain } from './check-chain.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())

/** The chain with one replaced response. */
const lying = (isAsked: (text: string) => boolean, answer: unknown): ChainPort => ({
  request: async (request) =>
    isAsked(JSON.stringify(request)) ? answer : devnet.request(request as never),
})
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
/** Selectors of the ABI. */
const [name, version, separator] = ['0x06fdde03', '0x54fd4d50', '0x3644e515']

test('default: accepts a node of the chain', async () => {
  await expect(checkChain(devnet)).resolves.toBeUndefined()
})

test.each<[string, string, unknown, [string, string]]>([
  ['another chain', 'eth_chainId', '0x1', ['chain id is 1', '8453 is required']],
  ['another token', name!, text('USDC'), ['name() of the token is USDC', 'USD Coin is required']],
  ['another version', version!, text('1'), ['version() of the token is 1', '2 is required']],
  ['another domain', separator!, `0x${'11'.repeat(32)}`, ['DOMAIN_SEPARATOR()', 'and 0x']],
  ['no token', name!, '0x', ['name() of the token is nothing', 'USD Coin is required']],
])('error: refuses %s, and names both', async (_, asked, answer, [theirs, ours]) => {
  const refused = checkChain(lying((request) => request.includes(asked), answer))
  await expect(refused).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
  await expect(refused).rejects.toThrow(theirs)
  await expect(refused).rejects.toThrow(ours)
})

test.each<[string, ChainPort]>([
  ['cannot be asked', { request: () => Promise.reject(new Error('It cannot be reached.')) }],
  ['answers nonsense', lying((request) => request.includes(name!), '0x1234')],
])('error: refuses a node that %s', async (_, chain) => {
  await expect(checkChain(chain)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: expect.stringContaining('cannot be read.'),
  })
})
