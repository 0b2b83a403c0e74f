import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkAnswer, narrowedJson, textOf } from './checked-answer.ts'
import type { UpstreamAnswer, UpstreamRequest } from './transport.ts'

const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP&api_key=secret')
const bytes = (text: string) => new TextEncoder().encode(text)
const answer = (text: string): UpstreamAnswer => ({
  body: bytes(text),
  mode: 'recorded',
  asOf: null,
  retrievedAt: '2026-01-02T00:00:00Z',
})
const page = '<!DOCTYPE html><html><body>Too Many Requests</body></html>'

describe('checkAnswer', () => {
  test.each<[UpstreamRequest['expects'], string]>([
    ['json', ' \r\n{"a":1}'],
    ['json', '\ufeff[1]'],
    ['csv', 'date,value\n'],
    ['text', 'x'],
    ['xml', '<?xml version="1.0"?><a/>'],
    ['html', page],
    ['binary', '<'],
  ])('default: accepts %s of %s', (expects, text) => {
    expect(() => checkAnswer({ url, expects }, null, bytes(text))).not.toThrow()
  })

  test('error: refuses a notice of the source in place of a response', () => {
    const noticeOf = (text: string) =>
      /too short/.test(text) ? new FiqError('NOT_FOUND', 'The phrase is too short.') : undefined
    const check = (text: string, contentType: string | null = 'text/html') =>
      checkAnswer({ url, expects: 'json', noticeOf }, contentType, bytes(text))
    expect(() => check('The specified phrase is too short.')).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
    expect(() => check(page)).toThrow(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
    expect(() => check('{"title":"too short"}', 'application/json')).not.toThrow()
  })

  test.each<[UpstreamRequest['expects'], string, string]>([
    ['json', page, 'an HTML page'],
    ['json', 'Too Many Requests', 'starts with "T"'],
    ['csv', ` ${page}`, 'an HTML page'],
    ['xml', page, 'an HTML page'],
    ['xml', '{}', 'starts with "{"'],
    ['binary', '', 'an empty body'],
  ])('error: refuses %s of %s', (expects, text, got) => {
    expect(() => checkAnswer({ url, expects }, null, bytes(text))).toThrow(
      expect.objectContaining({
        code: 'UPSTREAM_CHANGED',
        message: expect.stringContaining(got),
      }),
    )
  })

  test('error: trusts a stated HTML content type; never repeats the query', () => {
    try {
      checkAnswer({ url, expects: 'csv' }, 'text/html; charset=utf-8', bytes('a,b'))
      expect.unreachable()
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('secret')
      expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
    }
  })
})

describe('narrowedJson', () => {
  const shape = z.object({ value: z.number() })

  test('default: returns exactly the fields of the schema', () => {
    expect(narrowedJson(answer('\ufeff{"value":1,"more":2}'), url, shape)).toEqual({ value: 1 })
    expect(textOf(answer('\ufeffa'))).toBe('a')
  })

  test('error: any other text gives UPSTREAM_CHANGED', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          expect(narrowedJson(answer(text), url, shape)).toEqual({ value: expect.any(Number) })
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
          expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
        }
      }),
    )
  })
})
