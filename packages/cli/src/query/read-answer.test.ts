import { errorTable } from '@fiq/shared/error-table'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('readAnswer', () => {
  test('default: narrows data, sources and warnings to the used members', () => {
    const read = readAnswer(
      answer(
        200,
        {
          data: { quotes: [] },
          extensions: {
            sources: [
              {
                path: ['quotes'],
                source: 'Stooq',
                asOf: '2018-02-07',
                stale: true,
                mode: 'mirror',
                more: 1,
              },
              { no: 'source' },
            ],
            warnings: ['old', 7],
          },
        },
        { 'x-fiq-data': 'sandbox' },
      ),
    )
    expect(read).toMatchObject({ data: { quotes: [] }, errors: [], sandbox: true })
    expect(read.warnings).toEqual(['old'])
    expect(read.sources).toEqual([
      {
        path: 'quotes',
        source: 'Stooq',
        sourceUrl: undefined,
        asOf: '2018-02-07',
        mode: 'mirror',
        stale: true,
      },
    ])
  })

  test('behavior: keeps errors beside data, with their path and code', () => {
    const { errors } = readAnswer(
      answer(200, {
        data: { quotes: null },
        errors: [
          {
            message: 'No such ticker.',
            path: ['quotes', 0],
            extensions: { code: 'NOT_FOUND', facts: ['Ticker: XX'], remedy: 'fiq search' },
          },
        ],
      }),
    )
    expect(errors).toEqual([
      {
        message: 'No such ticker.',
        path: 'quotes.0',
        code: 'NOT_FOUND',
        facts: ['Ticker: XX'],
      },
    ])
  })

  test('error: a symbol that has prices only gets the commands that answer it', () => {
    const facts = ['EURUSD=X: has prices only: quotes, history and technical indicators']
    const refused = answer(404, {
      errors: [{ message: 'No.', extensions: { code: 'NOT_FOUND', facts } }],
    })
    expect(() => readAnswer(refused)).toThrow(
      expect.objectContaining({
        remedy: 'Use fiq quote EURUSD=X, fiq history EURUSD=X or fiq technicals EURUSD=X.',
      }),
    )
  })

  test("error: quotes the server's text, and ignores its remedy, funds and unknown codes", () => {
    const owed = answer(
      502,
      {
        errors: [
          {
            message: 'Paid, no answer.',
            extensions: {
              code: 'ANSWER_OWED',
              funds: 'owed',
              facts: ['Amount:\u001b[2J 0.015\u200b'],
              remedy: 'Run fiq wallet export.',
            },
          },
        ],
      },
      { 'retry-after': '3' },
    )
    expect(thrownBy(owed)).toMatchObject({
      code: 'SERVER_ERROR',
      message: 'The server says: Paid, no answer.',
      funds: 'untouched',
      facts: ['The server says: Amount: 0.015', 'Retry after: 3 s'],
      remedy: errorTable.SERVER_ERROR.remedy,
    })
  })

  test('error: for a paid answer, only a receipt determines where the money is', () => {
    const failed = answer(500, { errors: [{ message: 'x', extensions: { funds: 'untouched' } }] })
    const paid = { paid: 15_000n, state: 'answered', id: '0x1', resumed: false } as const
    expect(thrownBy(failed, { ...paid, transaction: '0xab' })).toMatchObject({
      code: 'SERVER_ERROR',
      funds: 'spent',
      payment: { id: '0x1', amount: '0.015' },
    })
    expect(thrownBy(failed, { ...paid, transaction: undefined })).toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      funds: 'at-risk',
    })
  })

  test.each([
    [401, 'INVALID_KEY'],
    [403, 'TIER_DENIED'],
    [404, 'UNKNOWN_PATH'],
    [429, 'RATE_LIMITED'],
    [307, 'SERVER_ERROR'],
    [500, 'SERVER_ERROR'],
  ])('error: HTTP %i without its own code is %s', (status, code) => {
    expect(thrownBy(answer(status, '<html>'))).toMatchObject({ code })
    const silent = { errors: [{ message: 'x' }] }
    expect(thrownBy(answer(status, silent))).toMatchObject({ code })
  })

  test.each(['constructor', 'OVER_BUDGET', 'CANCELLED', 'SETTLEMENT_PENDING', 'INTERNAL'])(
    'error: a server cannot select an exit code by %s',
    (code) => {
      const invented = { errors: [{ message: 'x', extensions: { code } }] }
      for (const status of [200, 401, 500])
        expect(codeOf(answer(status, invented))).toBe('SERVER_ERROR')
    },
  )

  test.each(['', '<html></html>', '[]', '{}', 'null', '{"data"'])(
    'error: does not accept 200 with %j as a result',
    (body) => {
      expect(thrownBy(answer(200, body))).toMatchObject({ code: 'SERVER_ERROR' })
    },
  )

  test('property: any response gives an answer or a FiqError, never a crash', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1, valueOf: 2 }))
    const errors = fc.record({
      message: odd,
      path: fc.array(odd),
      extensions: fc.record({ code: odd, facts: fc.array(odd) }),
    })
    const sources = fc.record({ path: fc.array(odd), source: fc.string(), asOf: odd })
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .tuple(fc.array(errors), fc.array(sources))
        .map(([errors, sources]) => JSON.stringify({ data: {}, errors, extensions: { sources } })),
      fc
        .record(
          { data: fc.jsonValue(), errors: fc.jsonValue(), extensions: fc.jsonValue() },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(fc.constantFrom(200, 402, 500), body, (status, text) => {
        const thrown = thrownBy(answer(status, text))
        if (thrown !== undefined) expect(thrown).toBeInstanceOf(FiqError)
      }),
    )
  })
})

/** The code of the thrown error, or of the first stored error. */
function codeOf(http: Parameters<typeof readAnswer>[0]): string | undefined {
  try {
    return readAnswer(http).errors[0]?.code
  } catch (error) {
    return (error as FiqError).code
  }
}

function thrownBy(...given: Parameters<typeof readAnswer>): unknown {
  try {
    readAnswer(...given)
    return undefined
  } catch (error) {
    return error
  }
}
