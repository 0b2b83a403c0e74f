import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parseBody } from '../../accounts/parse-body.ts'
import { type Devnet, faucetAmountMax } from '../../devnet/chain.ts'
import { answerJsonRpc } from '../../devnet/json-rpc.ts'
import { errorAnswer, fiqErrorOf, jsonType } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'

const faucetSchema = z.object({
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  amount: z.string().default('10'),
})

/** Devnet only: JSON-RPC for wallets, and a faucet of play money. */
export function devnetSurface(
  app: FastifyInstance,
  devnet: Devnet,
  report: (error: unknown) => void,
): void {
  app.post('/devnet/rpc', async (request, reply) => {
    const answer = await answerJsonRpc(bodyText(request), devnet)
    return answer === undefined ? reply.code(204).send() : reply.type(jsonType).send(answer)
  })

  app.post('/devnet/faucet', async (request, reply) => {
    try {
      const { address, amount } = readFaucetRequest(bodyText(request))
      const transaction = await devnet.faucet(address, amount)
      const balance = formatUsdc(await devnet.balanceOf(address))
      return await reply.send({ address, amount: formatUsdc(amount), balance, transaction })
    } catch (thrown) {
      const { status, headers, body } = errorAnswer(fiqErrorOf(thrown, report))
      return reply.code(status).headers(headers).send(body)
    }
  })
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
      `The faucet gives more than 0 and at most ${formatUsdc(faucetAmountMax)} USDC at once.`,
    )
  return { address: parsed.data.address as `0x${string}`, amount }
}
