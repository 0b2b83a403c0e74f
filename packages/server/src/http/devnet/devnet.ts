import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parseBody } from '../../accounts/parse-body.ts'
import { callUnits } from '../../devnet/call-units.ts'
import { type Devnet, faucetAmountMax } from '../../devnet/chain.ts'
import { answerJsonRpc, executingRpcMethods, type RpcAnswerer } from '../../devnet/json-rpc.ts'
import { RpcError } from '../../devnet/rpc-error.ts'
import { createAddressTurns } from '../../rate-limit/address-turns.ts'
import { RateLimitedError } from '../../rate-limit/rate-limited.ts'
import type { RequestGate } from '../../rate-limit/request-gate.ts'
import { errorAnswer, fiqErrorOf, jsonType, sendAnswer } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { requestIdentityOf } from '../request-identity.ts'

const faucetSchema = z.object({
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  amount: z.string().default('10'),
})

/**
 * Units of work of the faucet: 2 for the CPU, and the rest for 7 KB that the chain stores for ever.
 * A few wallets can be funded at once.
 */
const faucetUnits = 50
/** Maximum calls of one address that wait while another one runs. */
const callsWaitingMax = 200
/** EIP-1474. */
const limitExceeded = -32_005

export type DevnetPorts = {
  devnet: Pick<Devnet, 'request' | 'faucet' | 'balanceOf'>
  gate: Pick<RequestGate, 'admitAnonymous' | 'chargeWork'>
  report: (error: unknown) => void
}

/**
 * Devnet only: JSON-RPC for wallets, and a faucet of play money. Each message of a batch counts as
 * a request of its address, and costly ones also as work. Calls that execute contracts run one at a
 * time for each address, because settlement uses the same EVM.
 */
export function devnetSurface(app: FastifyInstance, { devnet, gate, report }: DevnetPorts): void {
  const turns = createAddressTurns({ waitingMax: callsWaitingMax, refusal: tooManyCalls })
  const chainFor = (address: string): RpcAnswerer => ({
    async request(call) {
      try {
        const units = await callUnits(devnet, call)
        if (units > 0) await gate.chargeWork({ address }, units, { pays: false })
        if (!executingRpcMethods.has(call.method)) return await devnet.request(call)
        return await turns.inTurn(address, () => devnet.request(call))
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error
        throw new RpcError(limitExceeded, error.message)
      }
    },
  })
  const admit = async (address: string, requests: number) => {
    for (let counted = 0; counted < requests; counted += 1) await gate.admitAnonymous(address)
  }

  app.post('/devnet/rpc', async (request, reply) => {
    const { address } = requestIdentityOf(request)
    const answer = await answerJsonRpc(bodyText(request), chainFor(address), (messages) =>
      admit(address, messages),
    )
    return answer === undefined ? reply.code(204).send() : reply.type(jsonType).send(answer)
  })

  app.post('/devnet/faucet', async (request, reply) => {
    try {
      const sender = requestIdentityOf(request)
      await admit(sender.address, 1)
      const { address, amount } = readFaucetRequest(bodyText(request))
      await gate.chargeWork(sender, faucetUnits, { pays: false })
      const transaction = await devnet.faucet(address, amount)
      const balance = formatUsdc(await devnet.balanceOf(address))
      return await reply.send({ address, amount: formatUsdc(amount), balance, transaction })
    } catch (thrown) {
      return sendAnswer(reply, errorAnswer(fiqErrorOf(thrown, report)))
    }
  })
}

function tooManyCalls(waitingMax: number): RpcError {
  return new RpcError(limitExceeded, `${waitingMax} calls of your address are already waiting`)
}

function readFaucetRequest(text: string): { address: `0x${string}`; amount: bigint } {
  const parsed = faucetSchema.safeParse(parseBody(text))
  if (!parsed.success)
    throw new FiqError(
      'BAD_REQUEST',
      'The faucet takes { "address": "0x…", "amount": "10" }, the amount in USDC.',
    )
  const amount = parseUsdc(parsed.data.amount)
  if (amount === 0n || amount > faucetAmountMax)
    throw new FiqError(
      'BAD_INPUT',
      `The faucet sends more than 0 and at most ${formatUsdc(faucetAmountMax)} USDC in one call.`,
    )
  return { address: parsed.data.address as `0x${string}`, amount }
}
