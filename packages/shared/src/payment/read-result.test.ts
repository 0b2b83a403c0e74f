import { describe, expect, test } from 'vitest'
import { readResult } from './read-result.ts'

const url = 'https://fiq.example/api/graphql'
const json = { 'content-type': 'application/json; charset=utf-8' }
const read = (body: string, headers: Record<string, string> = json, at = url) =>
  readResult({ status: 200, headers, body }, at).is

describe('readResult', () => {
  test.each([
    '{"data":{"quotes":[]}}',
    '{"data":{"entityByTicker":null}}',
    '{"data":{"a":null,"b":1},"errors":[{"message":"x"}]}',
  ])('default: %s contains data', (body) => {
    expect(read(body)).toBe('data')
    expect(read(body, { 'content-type': 'application/graphql-response+json' })).toBe('data')
  })

  test.each([
    '{"errors":[{"message":"x"}]}',
    '{"data":null,"errors":[{"message":"x"}]}',
    '{"data":{"a":null},"errors":[{"message":"x"}]}',
  ])('default: %s contains only errors', (body) => {
    expect(read(body)).toBe('errors')
  })

  test.each([
    ['<html></html>', json],
    ['null', json],
    ['[]', json],
    ['"text"', json],
    ['{"data":{"quotes":[', json],
    ['', json],
    ['{}', json],
    ['{"data":1}', json],
    ['{"data":null}', json],
    ['{"data":{},"errors":[]}', json],
    ['{"data":{},"errors":"x"}', json],
    ['{"data":{},"errors":[1]}', json],
    ['{"data":{"quotes":[]}}', { 'content-type': 'text/html' }],
    ['{"data":{"quotes":[]}}', {} as Record<string, string>],
    [`{"data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, json],
  ])('error: %.40s is not an answer', (body, headers) => {
    expect(read(body, headers)).toBe('unreadable')
  })

  test('behavior: another endpoint may return any JSON object', () => {
    const topUp = 'https://fiq.example/api/v1/credits/topup'
    expect(read('{"credits":5}', json, topUp)).toBe('data')
    expect(read('[]', json, topUp)).toBe('unreadable')
  })
})
