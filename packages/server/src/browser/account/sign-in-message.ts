import * as z from 'zod/mini'

const termsSchema = z.object({
  nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,64}$/)),
  domain: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  chainId: z.number(),
})

/**
 * The EIP-4361 message that a wallet signs to sign in, for the site in the browser's address.
 *
 * @param terms - Response of `GET /auth/siwx/nonce`.
 * @throws Error when the server names another site, where the signature could be used.
 */
export function signInMessage(
  terms: unknown,
  { address, origin, nowMs }: { address: string; origin: string; nowMs: number },
): string {
  const read = z.safeParse(termsSchema, terms)
  if (!read.success) throw new Error('The server returned no nonce to sign.')
  const { nonce, domain, uri, version, chainId } = read.data
  const { host } = new URL(origin)
  if (domain !== host || new URL(uri).origin !== origin)
    throw new Error(`The server accepts sign-ins at ${domain} only. Open this page there.`)
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to your account. This pays nothing.',
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(nowMs).toISOString()}`,
  ].join('\n')
}
