import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { bytesOf, hexOf } from '@fiq/shared/payment/hex'
import {
  addressSchema,
  amountSchema,
  bytes32Schema,
  secondsSchema,
  signatureSchema,
} from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import type { Settlement } from '../facilitator.ts'
import { isRefusalReason } from '../refusal-reason.ts'

/**
 * Messages between instances: a request to settle, and its outcome. `request` and `answerTo` are the
 * identifier of the request. On the wire they are called `ask` and `told`.
 */
export type LeaseMessage =
  | { request: string; signed: SignedAuthorization }
  | { answerTo: string; settlement: Settlement }

/** A message as one line, less than 6 KB with the longest signature. */
export function messageLine(message: LeaseMessage): string {
  if ('answerTo' in message)
    return JSON.stringify({ told: message.answerTo, settlement: message.settlement })
  const { authorization, signature } = message.signed
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const times = [String(value), String(validAfter), String(validBefore)]
  const packed = bytesOf(signature).toString('base64')
  return JSON.stringify({ ask: message.request, signed: [from, to, ...times, nonce, packed] })
}

/** Is this line a request to settle? Its fields are not checked. */
export function isRequest(line: string): boolean {
  return line.startsWith('{"ask":')
}

/** @returns `undefined` for anything that is not a message of this version. */
export function readMessage(line: string): LeaseMessage | undefined {
  try {
    const message = messageSchema.parse(JSON.parse(line))
    if ('told' in message) return { answerTo: message.told, settlement: message.settlement }
    const [from, to, value, validAfter, validBefore, nonce, packed] = message.signed
    const signature = signatureSchema.parse(hexOf(Buffer.from(packed, 'base64')))
    const authorization = { from, to, value, validAfter, validBefore, nonce }
    return { request: message.ask, signed: { authorization, signature } }
  } catch {
    return undefined
  }
}

const settlementSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('settled'),
    transaction: bytes32Schema,
    logIndex: z.optional(z.number()),
  }),
  z.object({
    outcome: z.literal('refused'),
    reason: z.string().check(z.refine(isRefusalReason)),
    message: z.string(),
  }),
  z.object({
    outcome: z.literal('unknown'),
    transaction: z.optional(bytes32Schema),
    reason: z.optional(z.string().check(z.refine(isRefusalReason))),
    message: z.string(),
  }),
]) as unknown as z.ZodMiniType<Settlement>

const messageSchema = z.union([
  z.object({ told: z.string(), settlement: settlementSchema }),
  z.object({
    ask: z.string(),
    signed: z.tuple([
      addressSchema,
      addressSchema,
      amountSchema,
      secondsSchema,
      secondsSchema,
      bytes32Schema,
      z.string(),
    ]),
  }),
])
