import { expect, test } from 'vitest'
import { circuitBreaker, operationOf, operationsMax, restingHosts } from './circuit-breaker.ts'

test('default: rests after five failures in a row, then allows one try', () => {
  const breaker = circuitBreaker()
  for (let count = 0; count < 5; count += 1) {
    expect(breaker.allows('a', 0)).toBe(true)
    breaker.failed('a', 0)
  }
  expect(breaker.allows('a', 29_999)).toBe(false)
  expect(breaker.allows('b', 0)).toBe(true)
  expect(breaker.allows('a', 30_000)).toBe(true)
  expect(breaker.allows('a', 30_001)).toBe(false)
  breaker.succeeded('a')
  expect(breaker.allows('a', 30_002)).toBe(true)
})

test('behavior: a success in between resets the count', () => {
  const breaker = circuitBreaker()
  for (let count = 0; count < 20; count += 1) {
    breaker.failed('a', 0)
    if (count % 4 === 3) breaker.succeeded('a')
  }
  expect(breaker.allows('a', 0)).toBe(true)
})

test('default: addresses of one kind are one operation', () => {
  const of = (url: string) => operationOf(new URL(url))
  expect(of('https://data.sec.gov/submissions/CIK1.json')).toBe('data.sec.gov/submissions/')
  expect(of('https://x.org/a?b=/c/d')).toBe('x.org/')
})

test('behavior: remembers a limited number of operations, and keeps the failing ones', () => {
  const breaker = circuitBreaker()
  const failFive = (operation: string) => {
    for (let count = 0; count < 5; count += 1) breaker.failed(operation, 0)
  }
  failFive('first')
  for (let at = 0; at < operationsMax; at += 1) failFive(`x.org/${at}/`)
  expect(breaker.allows('first', 1)).toBe(true)
  expect(breaker.allows('x.org/0/', 1)).toBe(false)
  expect(breaker.allows(`x.org/${operationsMax - 1}/`, 1)).toBe(false)
})

test('default: shows a host that keeps failing', () => {
  const breaker = circuitBreaker()
  breaker.failed('b', 1_000)
  breaker.failed('c', 1_000)
  breaker.succeeded('c')
  for (let count = 0; count < 5; count += 1) breaker.failed('a', 1_000)
  // The latest failure is first.
  expect(breaker.troubles(1_000)).toEqual([
    { operation: 'a', failures: 5, restsUntil: 31_000 },
    { operation: 'b', failures: 1 },
  ])
  expect(breaker.troubles(31_000)[0]).toEqual({ operation: 'a', failures: 5 })
})

test('default: lists resting hosts', () => {
  const breaker = circuitBreaker()
  for (let count = 0; count < 5; count += 1) breaker.failed('data.sec.gov/submissions/', 0)
  breaker.failed('api.fiscal.org/rates/', 0)
  expect([...restingHosts(breaker.troubles(29_999))]).toEqual(['data.sec.gov'])
  expect(restingHosts(breaker.troubles(30_000)).size).toBe(0)
})
