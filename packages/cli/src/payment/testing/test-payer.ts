import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from '@fiq/shared/payment/wire'
import { openHttp } from '../../http/send-request.ts'
import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import type { Limits } from '../budget/limits.ts'
import { defaultLimits } from '../budget/limits.ts'
import type { PaymentStep } from '../delivery/ports.ts'
import { openPayer } from '../open-payer.ts'
import type { PayerOptions } from '../payer-options.ts'
import type { PaidRequest } from '../quote/paid-request.ts'
import { bodyFor, expectedOf } from './test-contract.ts'

/** A public test key without money on any chain. */
export const testKey: Hex = `0x${'1'.padStart(64, '0')}`
export const testAddress: Hex = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

/** A request for these tickers, like that of a command. */
export function requestTo(url: URL, tickers: readonly string[] = ['AAPL']): PaidRequest {
  const body = bodyFor(tickers)
  return { url, body, label: `quotes ${tickers.join(' ')}`, expected: async () => expectedOf(body) }
}

/** A folder that is deleted after the test. */
export function scratchFolder(): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'fiq-payment-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** A terminal that replies from a list and records what it showed. */
export function testTerminal(replies: string[] = [], interactive = replies.length > 0) {
  const shown: string[] = []
  const reply = async (prompt: string) => {
    shown.push(prompt)
    return replies.shift() ?? ''
  }
  const terminal: ApprovalTerminal = {
    interactive,
    columns: 80,
    write: (text) => void shown.push(text),
    prompt: reply,
    promptSecret: reply,
  }
  return { terminal, shown }
}

/** A clock that advances only by sleeping. It starts now, so that child processes agree with it. */
export function testClock(start = Date.now()) {
  let now = start
  return {
    now: () => now,
    async sleep(ms: number) {
      now += ms
    },
    advance(ms: number) {
      now += ms
    },
  }
}

/** Options of a payer: a scratch folder, the test key, no terminal, no keychain. */
export function payerOptions(
  folder: string,
  serverUrl: URL,
  given: Partial<PayerOptions> = {},
): PayerOptions {
  const clock = given.clock ?? testClock()
  return {
    configDir: folder,
    stateDir: folder,
    serverUrl,
    profile: 'default',
    limits: { ...defaultLimits, trust: serverUrl.origin },
    secrets: { privateKey: testKey, allowEnvKey: true },
    terminal: testTerminal().terminal,
    clock,
    randomBytes,
    session: 'test',
    processes: { pid: process.pid, isAlive: () => true, uptime: clock.now },
    loadKeychain: async () => undefined,
    send: openHttp(),
    follow() {},
    ...given,
  }
}

/** The real payer in a scratch folder with the test key. Counts signatures and steps. */
export function testPayer(
  folder: string,
  serverUrl: URL,
  given: Omit<Partial<PayerOptions>, 'limits'> & { limits?: Partial<Limits> } = {},
) {
  const signatures: Hex[] = []
  const steps: PaymentStep[] = []
  const clock = testClock()
  let random = 0
  const payer = openPayer(
    payerOptions(folder, serverUrl, {
      clock,
      randomBytes: (length) => {
        random += 1
        return new Uint8Array(length).fill(random)
      },
      step: (name) => void steps.push(name),
      ...given,
      limits: { ...defaultLimits, trust: serverUrl.origin, ...given.limits },
    }),
  )
  const openWallet = payer.openWallet
  payer.openWallet = async () => {
    const signer = await openWallet()
    if ('signPurchase' in signer) return signer
    return {
      address: signer.address,
      async signTypedData(typedData) {
        const signature = await signer.signTypedData(typedData)
        signatures.push(signature)
        return signature
      },
    }
  }
  return { payer, signatures, steps, clock }
}
