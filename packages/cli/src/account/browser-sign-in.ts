import { createHash } from 'node:crypto'
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
  /** Opens an address in the user's browser. @returns false where there is none to be seen. */
  openBrowser(address: string): Promise<boolean>
}

/** The server gives a person as long. */
export const signInTimeoutMs = 600_000

/**
 * Signs in through the browser, as described in docs/sign-in.md: the address is opened, the person
 * compares a code, and the browser returns with a code that can be exchanged once for the key.
 *
 * @param start - address of the sign-in at the server, without a query.
 * @returns the code and verifier to exchange for the key. The verifier has not left this process
 * before.
 * @throws FiqError `SIGN_IN_REFUSED`, and errors of the server.
 */
export async function browserSignIn(
  start: URL,
  ports: BrowserPorts,
): Promise<{ code: string; verifier: string }> {
  const { send, terminal } = ports
  const [verifier, state] = [secret(ports), secret(ports)]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const listening = await listenForCallback(state)
  const address = new URL(start)
  address.search = String(
    new URLSearchParams({
      cli_port: String(listening.port),
      cli_challenge: challenge,
      cli_state: state,
    }),
  )
  try {
    // A server without this sign-in would tell only the browser, so it is queried here first.
    const first = await send({ method: 'GET', url: address, headers: {} })
    if (first.status !== 200) readAnswer(first)
    terminal.write(`The page in the browser has to show this code: ${comparisonCode(challenge)}\n`)
    const opened = await ports.openBrowser(address.href)
    terminal.write(`${opened ? 'If no page opens, go to' : 'Open in a browser'}:\n  ${address}\n`)
    if (!opened)
      terminal.write(
        `In a browser on another computer, once this runs there: ssh -L ${listening.port}:127.0.0.1:${listening.port} HOST\n`,
      )
    return { code: codeIn(await within(signInTimeoutMs, listening.callback, ports)), verifier }
  } finally {
    listening.close()
  }
}

function secret({ randomBytes }: BrowserPorts): string {
  return Buffer.from(randomBytes(32)).toString('base64url')
}

/** The same as on the page of the server. @example 'A1B2-C3D4' */
function comparisonCode(challenge: string): string {
  const hex = createHash('sha256').update(challenge).digest('hex').toUpperCase()
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}`
}

function within<value>(ms: number, work: Promise<value>, { after }: BrowserPorts): Promise<value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = after(ms, () =>
    reject(refused('The sign-in was not finished in the browser.', [`Waited: ${ms / 60_000} min`])),
  )
  return Promise.race([work, promise]).finally(stop)
}

function codeIn(callback: Callback): string {
  if ('code' in callback) return callback.code
  const { error, description } = callback
  const facts = description === '' ? [] : [serverSays(description)]
  const code = Object.hasOwn(serverErrors, error) ? serverCode(error) : 'SIGN_IN_REFUSED'
  throw refused('The sign-in in the browser failed.', facts, code)
}

function refused(
  message: string,
  facts: readonly string[],
  code: ErrorCode = 'SIGN_IN_REFUSED',
): FiqError {
  return new FiqError(code, message, {
    facts,
    remedy:
      'Nothing was kept. Begin again: fiq login google; or sign in with a wallet: fiq login siwx.',
  })
}
