import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { signatureSchema } from '@fiq/shared/payment/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { keyDaysMax } from '../../accounts/accounts.ts'
import { parseBody } from '../../accounts/parse-body.ts'
import { finishSignIn, type SignInPorts, startSignIn } from '../../accounts/sign-in.ts'
import { creditsIn } from '../../credits/credits.ts'
import { bodyText } from '../http-defaults.ts'
import { type AccountParts, jsonAnswer, withLimit } from '../keys-bearer.ts'
import { addressOf } from '../request-identity.ts'
import { type OriginParts, signInOrigin } from '../sign-in-origin.ts'
import { shown } from './keys.ts'

/** Ports of wallet sign-in, besides accounts. */
export type SiwxParts = AccountParts &
  OriginParts & {
    /** The check of wallet contracts for the client at an address. */
    walletCheckOf(address: string): SignInPorts['isWalletSignature']
  }

const bodySchema = z.object({
  message: z.string(),
  signature: z.string(),
  expiresInDays: z.number().int().min(1).max(keyDaysMax).optional(),
})

/**
 * `/auth/siwx`: a wallet signs an EIP-4361 message of this server and gets an API key, shown once.
 */
export function siwxSurface(app: FastifyInstance, parts: SiwxParts): void {
  const { accounts, credits } = parts.access

  app.get('/auth/siwx/nonce', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      const origin = signInOrigin(request, parts)
      const { nonce, expiresAt } = await startSignIn(accounts)
      return jsonAnswer(200, {
        nonce,
        expiresAt: new Date(expiresAt).toISOString(),
        domain: new URL(origin).host,
        uri: origin,
        version: '1',
        chainId: usdcOnBase.chainId,
      })
    }),
  )

  app.post('/auth/siwx/verify', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      const { message, signature, expiresInDays: days } = readVerify(bodyText(request))
      const signed = { message, signature, days }
      const signedIn = await finishSignIn(signed, signInPortsOf(request, parts))
      const { key, row, organisation, wallet } = signedIn
      const balance = await credits.balance(organisation.id)
      const rest = { wallet, plan: organisation.plan, credits: creditsIn(balance) }
      return jsonAnswer(200, { key, ...shown(row, accounts.nowMs()), ...rest })
    }),
  )
}

/** The ports of one sign-in. */
export function signInPortsOf(request: FastifyRequest, parts: SiwxParts): SignInPorts {
  const isWalletSignature = parts.walletCheckOf(addressOf(request))
  return { ...parts.access.accounts, origin: signInOrigin(request, parts), isWalletSignature }
}

/** Parses the wallet's reply. @throws FiqError `BAD_JSON`, `BAD_INPUT` */
export function readVerify(text: string) {
  const body = bodySchema.safeParse(parseBody(text))
  const signature = body.success ? signatureSchema.safeParse(body.data.signature) : undefined
  if (body.success && signature?.success) return { ...body.data, signature: signature.data }
  throw new FiqError(
    'BAD_INPUT',
    'Send { "message": "…", "signature": "0x…" } with a message in the format of EIP-4361.',
  )
}
