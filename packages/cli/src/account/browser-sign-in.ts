import { createHash } from 'node:crypto'
import { comparisonCode } from '@fiq/shared/comparison-code'
import { serverErrors } from '@fiq/shared/error-table'
import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import type { SendRequest } from '../http/send-request.ts'
import { serverCode, serverSays } from '../http/server-says.ts'
import { readAnswer } from '../query/read-answer.ts'
import type { ApprovalTerminal } from '../terminal/approval-terminal.ts'
import type { Timers } from '../terminal/progress.ts'
import { type Callback, listenForCallback } from './await-callback.ts'

export type BrowserPorts = {
  send: SendRequest
  terminal: Pick<ApprovalTerminal, 'write'>
  randomBytes(length: number): Uint8Array
  after: Timers['after']
  /**
   * Opens an address in the user's browser.
   *
   * @returns `false` if no visible browser is available.
   */
  openBrowser(address: string): Promise<boolean>
}

/** Equals the time that the server allows for a sign-in. */
export const signInTimeoutMs = 600_000

/**
 * Signs in through the browser, as described in docs/sign-in.md: opens the address, the user
 * compares a code, and the browser returns with a code that can be exchanged once for the key.
 *
 * @param place - The server, and the name of the provider in its paths.
 * @returns The code and verifier to exchange for the key. The verifier has not left this process
 * before.
 * @throws FiqError `SIGN_IN_REFUSED`, and errors of the server.
 */
export async function browserSignIn(
  { serverUrl, provider }: { serverUrl: URL; provider: string },
  ports: BrowserPorts,
): Promise<{ code: string; verifier: string }> {
  const { send, terminal } = ports
  const [verifier, state] = [secret(ports), secret(ports)]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const listening = await listenForCallback(state)
  const address = new URL(`${serverUrl.href.replace(/\/$/, '')}/auth/${provider}`)
  address.search = String(
    new URLSearchParams({
      cli_port: String(listening.port),
      cli_challenge: challenge,
      cli_state: state,
    }),
  )
  try {
    // Query the server first: if it lacks this sign-in, only the browser would show the error.
    const first = await send({ method: 'GET', url: address, headers: {} })
    if (first.status !== 200) readAnswer(first)
    terminal.write(
      `Check that the page in the browser shows this code: ${comparisonCode(challenge)}\n`,
    )
    const opened = await ports.openBrowser(address.href)
    terminal.write(
      `${opened ? 'If no page opens, open this address' : 'Open this address in a browser'}:\n  ${address}\n`,
    )
    if (!opened)
      terminal.write(
        `To use a browser on another computer, first run this on that computer: ssh -L ${listening.port}:127.0.0.1:${listening.port} HOST\n`,
      )
    const callback = await within(signInTimeoutMs, listening.callback, ports)
    if (callback === undefined)
      throw refused('The sign-in was not finished in the browser.', provider, {
        facts: [`Waited: ${signInTimeoutMs / 60_000} min`],
      })
    return { code: codeIn(callback, provider), verifier }
  } finally {
    listening.close()
  }
}

function secret({ randomBytes }: BrowserPorts): string {
  return Buffer.from(randomBytes(32)).toString('base64url')
}

/** @returns `undefined` if the work takes longer. */
function within<value>(
  ms: number,
  work: Promise<value>,
  { after }: BrowserPorts,
): Promise<value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const stop = after(ms, () => resolve(undefined))
  return Promise.race([work, late]).finally(stop)
}

function codeIn(callback: Callback, provider: string): string {
  if ('code' in callback) return callback.code
  const { error, description } = callback
  const facts = description === '' ? [] : [serverSays(description)]
  const code = Object.hasOwn(serverErrors, error) ? serverCode(error) : 'SIGN_IN_REFUSED'
  throw refused('The sign-in in the browser failed.', provider, { facts, code })
}

function refused(
  message: string,
  provider: string,
  { facts, code = 'SIGN_IN_REFUSED' }: { facts: readonly string[]; code?: ErrorCode | undefined },
): FiqError {
  return new FiqError(code, message, {
    facts,
    remedy: `No key was stored. Start again with fiq login ${provider}, or sign in with a wallet: fiq login siwx.`,
  })
}
