import { jsonText } from '@fiq/shared/json'
import type { typedDataOf } from '@fiq/shared/payment/authorization'
import { type Hex, signatureSchema } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'

/** Limits of requests on the socket. */
export const agentLimits = {
  lineBytesMax: 4_096,
  connectionsMax: 16,
  requestsMax: 64,
  idleMs: 10_000,
} as const

/** Minimum, default and maximum time for which a wallet is unlocked. */
export const unlockMs = { least: 60_000, usual: 8 * 3_600_000, longest: 7 * 86_400_000 } as const

/** Start parameters of the agent: one line on standard input, never argv, environment or a file. */
export const startSchema = z.object({
  key: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  address: z.string(),
  socket: z.string(),
  stateDir: z.string(),
  /** Unix milliseconds. */
  until: z.number(),
})
export type AgentStart = z.infer<typeof startSchema>

export const requestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('status') }),
  z.object({ do: z.literal('lock') }),
  z.object({
    do: z.literal('sign'),
    id: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
    /** {@link termsText} of the terms to sign. */
    terms: z.string(),
  }),
])
export type AgentRequest = z.infer<typeof requestSchema>

/** No reply has a member for the key. */
export const replySchema = z.union([
  z.object({ address: z.string(), until: z.number(), pid: z.number() }),
  z.object({ signature: signatureSchema }),
  z.object({ locked: z.literal(true) }),
  z.object({ refused: z.string() }),
])
export type AgentReply = z.infer<typeof replySchema>

/**
 * One text for the signed terms: domain with chain and token, types and message. Caller and agent
 * build it independently and compare.
 */
export function termsText(typedData: ReturnType<typeof typedDataOf>): string {
  return jsonText(typedData)
}

/** File name of an address's agent socket in the runtime folder. */
export function socketName(address: Hex | string): string {
  return `${address.toLowerCase()}.sock`
}

/** Maximum bytes of a Unix socket's path on common systems. */
export const socketPathBytesMax = 103
