import { describe, expect, test } from 'vitest'
import type { AnswerError } from '../../query/answer.ts'
import { isNothing } from '../../query/rows.ts'
import { sceneOf } from '../testing/scene.ts'
import { present } from './present.ts'

const fault = (path: string): AnswerError => ({
  message: 'The source does not answer.',
  path,
  code: 'UPSTREAM_UNAVAILABLE',
  facts: [],
})
const view = () => 'table'

describe('present', () => {
  test('default: data goes to stdout, the cost to stderr', async () => {
    const { context, out, err } = sceneOf()
    present(context, await context.query({ query: '' }), { value: [1], view })
    expect(out()).toBe('table\n')
    expect(err()).toBe('cost    0.015 USDC, 5 credits; 0xab\n')
  })

  test('behavior: sandbox data, warnings and old sources are reported', async () => {
    const { context, err } = sceneOf({
      answer: {
        sandbox: true,
        warnings: ['The list is of 2021.', 'x is as of 2021-05-01: older than its area allows'],
        sources: [
          {
            path: 'x',
            source: 'OFAC',
            sourceUrl: undefined,
            asOf: '2021-05-01',
            mode: 'mirror',
            stale: true,
          },
        ],
        payment: undefined,
      },
    })
    present(context, await context.query({ query: '' }), { value: [1], view })
    expect(err().split('\n')).toEqual([
      'SANDBOX: these values are invented, to try fiq.',
      'The list is of 2021.',
      'source  OFAC (mirror), as of 2021-05-01, 5 years old',
      '',
    ])
  })

  test('behavior: marks an answer that was paid before', async () => {
    const { context, err } = sceneOf({
      answer: {
        payment: {
          paid: 15_000n,
          state: 'answered',
          id: '0x1',
          transaction: `0x${'ab'.repeat(32)}`,
          resumed: true,
        },
      },
    })
    present(context, await context.query({ query: '' }), { value: [1], view })
    expect(err()).toBe(
      'cost    0.015 USDC, paid earlier; 0xabababab…ababab; nothing new was signed\n',
    )
  })

  test('behavior: a resumed answer shows its age, and quotes older than a minute are stale', async () => {
    const payment = { paid: 15_000n, resumed: true, state: 'answered', id: '0x1' } as const
    for (const [ms, stale, words] of [
      [59_000, [], 'this answer is at most 59 s old'],
      [90_000, ['quotes'], 'STALE: this answer is at most 90 s old: quotes'],
    ] as const) {
      const { context, err } = sceneOf({
        data: { quotes: [] },
        answer: { payment: { ...payment, transaction: undefined }, age: { ms, stale } },
      })
      present(context, await context.query({ query: '' }), { value: [1], view })
      expect(err()).toContain(words)
      expect(err()).toContain('no receipt: the payment is not proven')
    }
  })

  test('error: prints partial data, then reports PARTIAL_DATA', async () => {
    const { context, out } = sceneOf({ answer: { errors: [fault('quotes.1')] } })
    const answer = await context.query({ query: '' })
    expect(() => present(context, answer, { value: [{ a: 1 }, null], view })).toThrow(
      expect.objectContaining({
        code: 'PARTIAL_DATA',
        kind: 'partial',
        funds: 'spent',
        facts: [
          'The server says of quotes.1: The source does not answer. (UPSTREAM_UNAVAILABLE)',
          'Transaction: 0xab',
          'Amount: 0.015 USDC',
          'Purchase: 0x1',
        ],
      }),
    )
    expect(out()).toBe('table\n')
  })

  test('error: names the settings that would answer a missing field', async () => {
    const facts = ['A_KEY turns on A', 'B_KEY turns on B', 'C', 'D']
    const off = { ...fault('quotes.1'), code: 'NOT_CONFIGURED' as const, facts }
    const { context } = sceneOf({ answer: { errors: [off], payment: undefined } })
    const answer = await context.query({ query: '' })
    expect(() => present(context, answer, { value: [{ a: 1 }, null], view })).toThrow(
      expect.objectContaining({
        facts: [
          'The server says of quotes.1: The source does not answer. (NOT_CONFIGURED)',
          ...facts.slice(0, 3).map((fact) => `The server says: ${fact}`),
        ],
      }),
    )
  })

  test("error: without any data, keeps the error's own code and prints nothing", async () => {
    const { context, out } = sceneOf({ answer: { errors: [fault('a'), fault('b')] } })
    const answer = await context.query({ query: '' })
    expect(() => present(context, answer, { value: null, view })).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE', kind: 'server', funds: 'spent' }),
    )
    expect(out()).toBe('')
  })
})

describe('isNothing', () => {
  test.each([null, undefined, [null], [null, { a: null }], { a: { b: null } }])(
    'default: %j counts as no data',
    (value) => {
      expect(isNothing(value)).toBe(true)
    },
  )

  test.each([[[]], [0], [false], [''], [{}], [[null, 1]]])(
    'behavior: %j counts as data',
    (value) => {
      expect(isNothing(value)).toBe(false)
    },
  )
})
