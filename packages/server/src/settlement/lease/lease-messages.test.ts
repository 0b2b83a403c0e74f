import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimOf, keyOf } from '../../storage/payments/testing/payments.ts'
import { isRequest, type LeaseMessage, messageLine, readMessage } from './lease-messages.ts'

const { signed } = claimOf(keyOf(1))
const transaction = `0x${'d'.repeat(64)}` as const

test.each<LeaseMessage>([
  { request: 'a', signed },
  { request: 'b', signed: { ...signed, signature: `0x${'ef'.repeat(4_096)}` } },
  { answerTo: 'a', settlement: { outcome: 'settled', transaction, logIndex: 3 } },
  { answerTo: 'a', settlement: { outcome: 'settled', transaction } },
  { answerTo: 'a', settlement: { outcome: 'unknown', message: 'not mined' } },
  {
    answerTo: 'a',
    settlement: { outcome: 'refused', reason: 'invalid_exact_evm_signature', message: 'no' },
  },
])('default: reads message %# unchanged, from one line within the size limit', (message) => {
  const line = messageLine(message)
  expect(readMessage(line)).toEqual(message)
  expect(isRequest(line)).toBe('request' in message)
  expect(line).not.toContain('\n')
  expect(Buffer.byteLength(line)).toBeLessThan(7_900)
})

test('error: anything else is not a message', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => readMessage(text) === undefined),
  )
  const line = messageLine({ request: 'a', signed })
  for (const [from, to] of [
    ['10000000', '1.5'],
    ['10000000', '-5'],
    [keyOf(1).payer, 'bob'],
  ] as const)
    expect(readMessage(line.replace(from, to))).toBeUndefined()
  const invalid = { told: 'a', settlement: { outcome: 'refused', reason: 'made up', message: '' } }
  expect(readMessage(JSON.stringify(invalid))).toBeUndefined()
})
