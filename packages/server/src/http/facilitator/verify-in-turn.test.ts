import { typedDataOf } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import type { ChainPort } from '../../settlement/chain/chain-reads.ts'
import { openLocalFacilitator } from '../../settlement/settle/local.ts'
import { createVerifyInTurn } from './verify-in-turn.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())
const payer = privateKeyToAccount(generatePrivateKey())
await devnet.faucet(payer.address, 1_000_000n)
/** Returns the ERC-1271 magic value for every call. */
const wallet = `0x${'88'.repeat(20)}` as const
const accepting = '0x631626ba7e60e01b60005260206000f3'
await devnet.request({ method: 'hardhat_setCode', params: [wallet, accepting] })
await devnet.faucet(wallet, 1_000_000n)

const nowSeconds = Math.floor(Date.now() / 1_000)
const terms = { amount: 3_000n, payTo: devnet.payTo, nowSeconds, maxTimeoutSeconds: 60 }
const authorizationOf = (from: Hex) => ({
  from,
  to: devnet.payTo,
  value: 3_000n,
  validAfter: 0n,
  validBefore: BigInt(nowSeconds + 60),
  nonce: generatePrivateKey(),
})
const byKey = async (account = payer) => {
  const authorization = authorizationOf(account.address)
  return { authorization, signature: await account.signTypedData(typedDataOf(authorization)) }
}
const byContract = (from: Hex) => ({
  authorization: authorizationOf(from),
  signature: '0x12' as Hex,
})

/** The turns over a chain that counts its running calls, and the fetches of the address. */
function scene() {
  const calls = { running: 0, most: 0 }
  const chain: ChainPort = {
    async request(request) {
      calls.most = Math.max(calls.most, ++calls.running)
      // Other requests can begin.
      for (let n = 0; n < 20; n += 1) await new Promise(setImmediate)
      return devnet.request(request).finally(() => {
        calls.running -= 1
      })
    },
  }
  const fetches = { spent: 0 }
  const gate = {
    async spendFetch(_: unknown, units = 1) {
      fetches.spent += units
    },
  }
  const facilitator = openLocalFacilitator({ ...chain, signer: devnet.settler })
  const inTurnOf = createVerifyInTurn({ facilitator, chain, gate })
  return { inTurn: () => inTurnOf('192.0.2.1'), calls, fetches }
}

describe('createVerifyInTurn', () => {
  test('default: a stranger without money has one simulation at a time, and a merchant has many', async () => {
    const { inTurn, calls, fetches } = scene()
    const poor = privateKeyToAccount(generatePrivateKey())
    const worthless = await Promise.all(Array.from({ length: 12 }, () => byKey(poor)))
    const verdicts = worthless.map((each) => inTurn().simulate(each, terms))
    expect((await Promise.all(verdicts)).map(({ isValid }) => isValid)).not.toContain(true)
    expect(calls.most).toBe(1)

    const good = await Promise.all(Array.from({ length: 24 }, () => byKey()))
    const valid = good.map((each) => inTurn().simulate(each, terms))
    expect((await Promise.all(valid)).map(({ isValid }) => isValid)).not.toContain(false)
    expect(calls.most).toBeGreaterThan(4)
    expect(fetches.spent).toBe(0)
  })

  test('behavior: a key signature alone asks no node', async () => {
    const { inTurn, calls } = scene()
    expect(await inTurn().verify(await byKey(), terms)).toMatchObject({ isValid: true })
    expect(calls.most).toBe(0)
  })

  test('behavior: wallet contracts have one check at a time, which counts unless it is returned', async () => {
    const { inTurn, calls, fetches } = scene()
    const good = inTurn()
    expect(await good.simulate(byContract(wallet), terms)).toMatchObject({ isValid: true })
    expect(fetches.spent).toBe(1)
    await good.refund()
    await good.refund()
    expect(fetches.spent).toBe(0)
    const others = Array.from({ length: 6 }, () => inTurn())
    await Promise.all(
      others.flatMap((each) => [
        each.simulate(byContract(wallet), terms),
        each.verify(byContract(payer.address), terms),
      ]),
    )
    expect(calls.most).toBe(1)
    expect(fetches.spent).toBe(12)
  })

  test('error: at its limit of fetches, an address has no code of a wallet executed', async () => {
    const { calls } = scene()
    const facilitator = openLocalFacilitator({ request: devnet.request, signer: devnet.settler })
    const inTurnOf = createVerifyInTurn({
      facilitator,
      chain: { request: () => expect.unreachable() },
      gate: { spendFetch: () => Promise.reject(new Error('limit')) },
    })
    const payment = byContract(wallet)
    await expect(inTurnOf('192.0.2.1').simulate(payment, terms)).rejects.toThrow('limit')
    await expect(inTurnOf('192.0.2.1').verify(payment, terms)).rejects.toThrow('limit')
    expect(calls.most).toBe(0)
  })
})
