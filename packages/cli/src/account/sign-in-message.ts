import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { sanitise } from '@fiq/shared/sanitise'
import * as z from 'zod/mini'

/** Address and time of a sign-in. */
export type SignIn = { address: string; issuedAt: Date; server: URL }

/** The message is refused by the server after this, so that one that leaks is of no use. */
const lifeMs = 240_000

const nonceSchema = z.object({
  nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,128}$/)),
  domain: z.string(),
  uri: z.string(),
  chainId: z.number(),
})

/**
 * The EIP-4361 message for a server, built here from the requested address: only its nonce comes
 * from the server. A nonce answer for another site is refused, because the message would sign its
 * holder in there.
 *
 * @param answer - of `GET /auth/siwx/nonce`.
 * @throws FiqError `SIGN_IN_REFUSED`, `SERVER_ERROR`.
 */
export function signInMessage(answer: unknown, { address, issuedAt, server }: SignIn): string {
  const read = z.safeParse(nonceSchema, answer)
  if (!read.success) throw new FiqError('SERVER_ERROR', 'The server gave no nonce to sign in with.')
  const { nonce, domain, uri, chainId } = read.data
  const asked = { domain: server.host, uri: server.origin, chainId: usdcOnBase.chainId }
  for (const [name, theirs, ours] of [
    ['domain', domain, asked.domain],
    ['URI', uri, asked.uri],
    ['chain', String(chainId), String(asked.chainId)],
  ] as const)
    if (theirs !== ours) throw foreign(name, theirs, ours)
  return [
    `${asked.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to fiq. This moves no money and allows no payment.',
    '',
    `URI: ${asked.uri}`,
    'Version: 1',
    `Chain ID: ${asked.chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${new Date(issuedAt.getTime() + lifeMs).toISOString()}`,
  ].join('\n')
}

function foreign(name: string, theirs: string, ours: string): FiqError {
  return new FiqError('SIGN_IN_REFUSED', 'The server wants a sign-in for another site signed.', {
    facts: [`Its ${name}: ${sanitise(theirs).slice(0, 120)}`, `Asked: ${ours}`],
    remedy: 'Nothing was signed. Check --url, or tell the operator to set --public-url.',
  })
}
