import { randomBytes } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import { sameAddress, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { hashMessage, recoverAddress } from 'viem'
import type { KeyRow, Organisation } from '../storage/accounts/access-store.ts'
import { type AccountPorts, organisationOfWallet } from './accounts.ts'
import { isPaymentResource } from './payment-resource.ts'
import { issueSignInKey } from './sign-in-key.ts'
import { readSignInMessage, type SignInMessage } from './sign-in-message.ts'

/** Validity of a nonce. */
export const nonceLifeMs = 300_000
/** Maximum by which a wallet's clock may be ahead of ours. */
const skewMs = 60_000

export type SignInPorts = AccountPorts & {
  /** Origin that messages must name, such as `https://fiq.example`. */
  origin: string
  /** Checks a signature with a wallet contract, by ERC-1271. */
  isWalletSignature(address: Hex, digest: Hex, signature: Hex): Promise<boolean>
}

/** The wallet's reply. */
export type SignedMessage = { message: string; signature: Hex; days?: number | undefined }

/** Creates a nonce for one sign-in: 128 bits in the characters that EIP-4361 allows. */
export async function startSignIn({
  store,
  nowMs,
}: AccountPorts): Promise<{ nonce: string; expiresAt: number }> {
  const now = nowMs()
  const nonce = randomBytes(16).toString('hex')
  await store.storeNonce(nonce, now + nonceLifeMs, now)
  return { nonce, expiresAt: now + nonceLifeMs }
}

/**
 * Checks a signed EIP-4361 message and creates a key for the wallet's organisation.
 *
 * @throws FiqError `SIGN_IN_REFUSED` with the mismatch.
 */
export async function finishSignIn(
  { days, ...signed }: SignedMessage,
  ports: SignInPorts,
): Promise<{ key: string; row: KeyRow; organisation: Organisation; wallet: Hex }> {
  const organisation = await signedInOrganisation(signed, ports)
  const keyRequest = { organisation: organisation.id, name: 'wallet sign-in', days } as const
  const { key, row } = await issueSignInKey(keyRequest, ports)
  return { key, row, organisation, wallet: organisation.wallet! }
}

/**
 * Checks a signed EIP-4361 message. The nonce is used up before the signature is checked, because a
 * check costs a curve operation or a call to the chain, and nonces are limited by address.
 *
 * @returns The organisation of the wallet.
 * @throws FiqError `SIGN_IN_REFUSED` with the mismatch.
 */
export async function signedInOrganisation(
  { message: text, signature }: Pick<SignedMessage, 'message' | 'signature'>,
  ports: SignInPorts,
): Promise<Organisation> {
  const message = readSignInMessage(text)
  refuseOther(message, ports)
  if (message.resources.some(isPaymentResource))
    throw refused('The message proves a payment. It does not sign anyone in.')
  if (!(await ports.store.useNonce(message.nonce, ports.nowMs())))
    throw refused('The nonce is unknown, was used before, or is older than five minutes.')
  if (!(await isSignedBy(message.address, text, signature, ports)))
    throw refused('The signature is not from the address in the message.')
  return organisationOfWallet(message.address, ports)
}

/** Refuses a message for another server, chain or time. */
export function refuseOther(
  message: SignInMessage,
  { origin, nowMs }: Pick<SignInPorts, 'origin' | 'nowMs'>,
): void {
  const { host, protocol } = new URL(origin)
  if (message.domain !== host)
    throw refused(`The message is for the domain ${quoted(message.domain)}, not for ${host}.`)
  if (message.scheme !== undefined && `${message.scheme}:` !== protocol)
    throw refused(`The message is for the scheme ${quoted(message.scheme)}.`)
  if (!URL.canParse(message.uri) || new URL(message.uri).origin !== origin)
    throw refused(`The message is for the URI ${quoted(message.uri)}, not for ${origin}.`)
  if (message.chainId !== usdcOnBase.chainId)
    throw refused(`The message is for chain ${message.chainId}, not ${usdcOnBase.chainId}.`)
  const now = nowMs()
  if (message.issuedAt > now + skewMs) throw refused('The message was issued in the future.')
  if (message.issuedAt < now - nonceLifeMs - skewMs)
    throw refused('The message was issued more than five minutes ago.')
  if (message.expirationTime !== undefined && message.expirationTime <= now)
    throw refused('The message has expired.')
  if (message.notBefore !== undefined && message.notBefore > now)
    throw refused('The message is not valid yet.')
}

/** Whether the signature is that of the address: by its key, else by its contract. */
export async function isSignedBy(
  address: Hex,
  text: string,
  signature: Hex,
  { isWalletSignature }: Pick<SignInPorts, 'isWalletSignature'>,
): Promise<boolean> {
  const hash = hashMessage(text)
  const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
  if (signer && sameAddress(signer, address)) return true
  return isWalletSignature(address, hash, signature)
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}

function refused(message: string): FiqError {
  return new FiqError('SIGN_IN_REFUSED', message)
}
