import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { PaymentError } from './delivery/payment-error.ts'
import type { Payer } from './delivery/ports.ts'
import { CommitFailed } from './journal/journal-error.ts'
import { payAndRetry } from './pay-and-retry.ts'
import { again402, receipt } from './testing/hostile-modes.ts'
import { type Mode, reset, send, startPaidServer } from './testing/hostile-server.ts'
import { requestTo, scratchFolder, testPayer } from './testing/test-payer.ts'

/** More calls than a run makes after its signature. */
const callsMax = 400

const modes: readonly [name: string, mode: Mode][] = [
  ['an answer', {}],
  ['an answer without a receipt', { paid: (r) => send(r, 200, '{"data":{"quotes":[]}}') }],
  ['a page', { paid: (r) => send(r, 200, '<html>', { 'content-type': 'text/html' }) }],
  ['a refusal that is unused on the chain', { paid: again402, settles: false }],
  ['a refusal that settled in secret', { paid: again402 }],
  ['502 with a receipt', { paid: (r) => send(r, 502, '{}', receipt()), rpc: 'absent' }],
  ['a broken connection, then an answer', { paid: (r, n) => n === 1 && reset(r) }],
  ['503, then an answer', { paid: (r, n) => n < 3 && send(r, 503, '{}', { 'retry-after': '1' }) }],
]

const thrown = new TypeError('cannot read properties of undefined')

test.each(modes)(
  'property: whichever call fails after the signature, the error is about the payment: %s',
  async (_, mode) => {
    for (let failing = 1; ; failing += 1) {
      expect(failing).toBeLessThan(callsMax)
      const { calls, error, server, sum } = await payWithFault(mode, failing)
      // The receipt is known two calls after it arrived: `step` and `clock`, which cannot fail.
      const [fault, arrived] = [calls.indexOf('fault'), calls.indexOf('receipt')]
      const hasReceipt = arrived >= 0 && fault > arrived + 2
      if (error !== undefined) {
        expect(error, calls.join(' ')).toBeInstanceOf(PaymentError)
        const { funds, payment, kind } = error as PaymentError
        expect(payment.amount).toBe('0.015')
        if (hasReceipt) expect(funds, calls.join(' ')).toBe('spent')
        if (funds === 'untouched') {
          expect([server.payments, payment.state]).toEqual([[], 'void'])
        } else {
          expect(sum).toBe(15_000n)
          expect(funds === 'spent' || kind === 'outcome-unknown').toBe(true)
        }
      }
      await server.close()
      if (!calls.includes('fault')) return
    }
  },
)

/** SQLite's codes of I/O errors: EACCES, EIO, EROFS, a full disk, EMFILE, EDQUOT, a failed sync. */
const ioErrors = [3, 10, 8, 13, 14, 778, 1_034].map((errcode) => ({ errcode }))

test.each<[string, unknown, string, string]>([
  ...ioErrors.map((cause): [string, unknown, string, string] => [
    `fails before its commit with ${cause.errcode}`,
    cause,
    'untouched',
    'reserved',
  ]),
  ['is full at its commit', new CommitFailed({ errcode: 13 }), 'untouched', 'reserved'],
  ['is over its quota at its commit', new CommitFailed({ errcode: 778 }), 'untouched', 'reserved'],
  ['is locked by another process', { errcode: 5 }, 'untouched', 'reserved'],
  ['fails to sync its commit', new CommitFailed({ errcode: 1_034 }), 'at-risk', 'signed'],
  ['fails in an unknown way at its commit', new CommitFailed({ errcode: 10 }), 'at-risk', 'signed'],
])(
  'error: with a journal that %s, from the signature on, the error states what is proven',
  async (_, cause, funds, state) => {
    const server = await startPaidServer()
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, server.url)
    const fail = () => {
      throw new FiqError('JOURNAL_UNAVAILABLE', 'no', { cause })
    }
    const failing: Payer = {
      ...payer,
      budget: payer.budget,
      payees: payer.payees,
      journal: { ...payer.journal, signed: fail, release: fail },
    }
    await expect(payAndRetry(requestTo(server.url), failing)).rejects.toMatchObject({
      funds,
      payment: { state },
    })
    expect(server.payments).toEqual([])
    payer.close()
    await server.close()
  },
)

test.each([
  ['releases', 'untouched', 'void'],
  ['continues', 'at-risk', 'signed'],
] as const)(
  'error: if another process %s the purchase during the signature, the error states what is proven',
  async (_, funds, state) => {
    const server = await startPaidServer()
    using folder = scratchFolder()
    const sql =
      state === 'void'
        ? `UPDATE purchases SET state = 'void', owner = NULL`
        : `UPDATE purchases SET owner = 'another process'`
    const { payer } = testPayer(folder.path, server.url, {
      step(name) {
        if (name === 'signature made') payer.database().run(sql)
      },
    })
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
      funds,
      payment: { state },
    })
    expect(server.payments).toEqual([])
    payer.close()
    await server.close()
  },
)

/** Pays once, while the n-th call of any port after the signature throws. */
async function payWithFault(mode: Mode, failing: number) {
  const server = await startPaidServer(mode)
  using folder = scratchFolder()
  const { payer, clock } = testPayer(folder.path, server.url, { rpcUrl: server.rpcUrl })
  server.followClock(clock.now)
  const calls: string[] = []
  let isSigned = false
  const call = (name: string) => {
    if (!isSigned) return
    const count = calls.filter((each) => each !== 'receipt').length + 1
    calls.push(count === failing ? 'fault' : name)
    if (count === failing) throw thrown
  }
  const answer = await payAndRetry(
    requestTo(server.url),
    faulty(payer, call, () => {
      isSigned = true
    }),
  ).then(
    (paid) => paid,
    (error: unknown) => ({ error }),
  )
  isSigned = false
  if ('delivered' in answer) answer.delivered()
  const sum = payer.budget.standing().day
  payer.close()
  return { calls, server, sum, error: 'error' in answer ? answer.error : undefined }

  function faulty(whole: Payer, before: (name: string) => void, signed: () => void): Payer {
    const each = <port extends object>(port: port, group: string): port =>
      new Proxy(port, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            before(`${group}${String(name)}`)
            return value.apply(target, args)
          }
        },
      })
    return {
      ...each(whole, ''),
      get journal() {
        return each(whole.journal, 'journal.')
      },
      get budget() {
        return each(whole.budget, 'budget.')
      },
      get payees() {
        return each(whole.payees, 'payees.')
      },
      chain: each(whole.chain, 'chain.'),
      clock: each(whole.clock, 'clock.'),
      step: (name) => before(`step ${name}`),
      follow: () => before('follow'),
      note: () => before('note'),
      async send(...args) {
        before('send')
        const response = await whole.send(...args)
        if (isSigned && response.headers['payment-response']) calls.push('receipt')
        return response
      },
      async openWallet() {
        const signer = await whole.openWallet()
        if ('signPurchase' in signer) throw new Error('no key')
        return {
          address: signer.address,
          async signTypedData(typedData) {
            const signature = await signer.signTypedData(typedData)
            signed()
            return signature
          },
        }
      },
    }
  }
}
