import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTraceChecker } from './check-trace.ts'
import type { Report } from './run.ts'

describe('models of the money', () => {
  // In a separate process, because code transformed by Vitest is ten times slower.
  let report: Report
  beforeAll(async () => {
    const run = [join(import.meta.dirname, 'run.ts'), '--json']
    const { stdout } = await promisify(execFile)(process.execPath, run).catch((error) => error)
    report = JSON.parse(stdout)
  }, 300_000)

  test('default: no bad state is reached, and every state can reach an end', () => {
    expect(report.explored.length).toBeGreaterThan(10)
    for (const explored of report.explored)
      expect(explored).toEqual({
        ...explored,
        isComplete: true,
        violation: undefined,
        stuck: undefined,
      })
  })

  test('behavior: every planted bug is found, or is harmless alone as declared', () => {
    expect(report.found.length).toBeGreaterThan(10)
    const silent = report.found.filter(({ path }) => path === undefined)
    expect(silent).toEqual(report.found.filter(({ isHarmless }) => isHarmless))
  })

  test('behavior: the rules make the moves of the product and no others', () => {
    expect(report.notMade).toEqual([])
    expect(report.notAllowed).toEqual([])
  })
})

describe('recorded events', () => {
  const payment = '0x1'
  const row = (from: string, to: string) => ({ is: 'row', by: '0', payment, from, to }) as const
  const purchase = (from: string, to: string) =>
    ({ is: 'purchase', by: 'client', payment, from, to }) as const
  const chain = (what: 'used' | 'undone' | 'final' | 'void') =>
    ({ is: 'chain', payment, what }) as const
  const begun = [
    ...[purchase('', 'reserved'), purchase('reserved', 'signed'), row('', 'claimed')],
    row('claimed', 'broadcast'),
  ]

  test('default: each recorded event is a step of the model', () => {
    const { check } = createTraceChecker({ instances: 1 })
    const answered = [...begun, chain('used'), row('broadcast', 'answered')]
    expect(check([...answered, purchase('signed', 'answered'), chain('final')])).toBeUndefined()
    const removed = [chain('undone'), row('answered', 'reorganised'), chain('used')]
    expect(check([...answered, ...removed, row('reorganised', 'answered')])).toBeUndefined()
    expect(check([...begun, row('broadcast', 'failed')])).toBeUndefined()
  })

  test('behavior: a node that is behind hides a cancellation until the transaction is sent', () => {
    const signed = [purchase('', 'reserved'), purchase('reserved', 'signed')]
    const sent = [row('', 'claimed'), row('claimed', 'broadcast'), row('broadcast', 'failed')]
    const { check } = createTraceChecker({ instances: 1 })
    expect(check([...signed, chain('void'), ...sent])).toBeUndefined()
  })

  test.each([
    ['answered before it moved', [...begun, row('broadcast', 'answered')]],
    ['moved without a record', [...begun.slice(0, 2), chain('used')]],
    [
      'a new nonce after a void',
      [...begun, purchase('signed', 'void'), purchase('void', 'signed')],
    ],
    ['failed after it was answered', [...begun, chain('used'), row('answered', 'failed')]],
  ])('behavior: %s is not a step of the model', (_, events) => {
    expect(createTraceChecker({ instances: 1 }).check(events)).toMatch(/^After /)
  })
})
