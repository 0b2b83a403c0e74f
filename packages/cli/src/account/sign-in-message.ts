import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { sanitise } from '@fiq/shared/sanitise'
import * as z from 'zod/mini'

/** Address and time of a sign-in. */
export type SignIn = { address: string; issuedAt: Date; server: URL }

/** The server refuses the message after this time, so that a leaked one becomes useless. */
const lifeMs = 240_000

const nonceSchema = z.object({
  nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,128}$/)),
  domain: z.string(),
  uri: z.string(),
  chainId: z.number(),
})

/**
 * Builds the EIP-4361 message for a server from the requested address; only the nonce comes from
 * the server. Refuses a nonce for another site, because the message could sign that site in as the
 * user.
 *
 * @param answer - Response of `GET /auth/siwx/nonce`.
 * @throws FiqError `SIGN_IN_REFUSED`, `SERVER_ERROR`.
 */
export function signInMessage(answer: unknown, { address, issuedAt, server }: SignIn): string {
  const read = z.safeParse(nonceSchema, answer)
  if (!read.success)
    throw new FiqError('SERVER_ERROR', 'The server returned no nonce for the sign-in.')
  const { nonce, domain, uri, chainId } = read.data
  const expected = { domain: server.host, uri: server.origin, chainId: usdcOnBase.chainId }
  for (const [name, received, ours] of [
    ['domain', domain, expected.domain],
    ['URI', uri, expected.uri],
    ['chain', String(chainId), String(expected.chainId)],
  ] as const)
    if (received !== ours) throw foreign(name, received, ours)
  return [
    `${expected.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to fiq. This moves no money and allows no payment.',
    '',
    `URI: ${expected.uri}`,
    'Version: 1',
    `Chain ID: ${expected.chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${new Date(issuedAt.getTime() + lifeMs).toISOString()}`,
  ].join('\n')
}

function foreign(name: string, received: string, expected: string): FiqError {
  return new FiqError(
    'SIGN_IN_REFUSED',
    'The server asks you to sign a message for another site.',
    {
      facts: [
        `Received ${name}: ${sanitise(received).slice(0, 120)}`,
        `Expected ${name}: ${expected}`,
      ],
      remedy: 'Nothing was signed. Check --url, or ask the operator to set --public-url.',
    },
  )
}
