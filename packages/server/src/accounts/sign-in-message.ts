import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'

/** An EIP-4361 message. Times are Unix milliseconds. */
export type SignInMessage = {
  scheme?: string
  domain: string
  address: Hex
  uri: string
  chainId: number
  nonce: string
  issuedAt: number
  expirationTime?: number
  notBefore?: number
  /** Resources that the wallet signs; empty for a sign-in. */
  resources: readonly string[]
}

const messageCharactersMax = 4_096

/**
 * Parses an EIP-4361 message. The parser finds fields in any place, so the message is rebuilt from
 * the fields and compared: it contains no unread text.
 *
 * @throws FiqError `SIGN_IN_REFUSED` for any other text.
 */
export function readSignInMessage(text: string): SignInMessage {
  if (text.length > messageCharactersMax)
    throw malformed(`it has more than ${messageCharactersMax} characters`)
  const found = parseSiweMessage(text)
  const { scheme, domain, address, uri, chainId, nonce, issuedAt } = found
  if (!domain || !address || !uri || chainId === undefined || !nonce || !issuedAt)
    throw malformed('a part is missing')
  if (rewritten(found) !== normalised(text)) throw malformed('it has unknown parts')
  const { expirationTime, notBefore, resources = [] } = found
  return {
    ...defined({ scheme }),
    domain,
    address,
    uri,
    chainId,
    nonce,
    issuedAt: issuedAt.getTime(),
    resources,
    ...defined({ expirationTime: expirationTime?.getTime(), notBefore: notBefore?.getTime() }),
  }
}

function rewritten(found: ReturnType<typeof parseSiweMessage>): string | undefined {
  try {
    return createSiweMessage(found as Parameters<typeof createSiweMessage>[0]).toLowerCase()
  } catch {
    return undefined
  }
}

/** Normalises the format of times and the case of addresses. */
function normalised(text: string): string {
  const times = /^(Issued At|Expiration Time|Not Before): (.+)$/gm
  return text
    .replace(times, (line, name: string, time: string) => {
      const at = new Date(time)
      return Number.isNaN(at.getTime()) ? line : `${name}: ${at.toISOString()}`
    })
    .toLowerCase()
}

function malformed(problem: string): FiqError {
  return new FiqError('SIGN_IN_REFUSED', `The text is not an EIP-4361 message: ${problem}.`)
}
