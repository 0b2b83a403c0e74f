import { defined } from '@fiq/shared/defined'
import { LRUCache } from 'lru-cache'

/** Stops requests to an operation that fails repeatedly. */
export type CircuitBreaker = {
  /** Whether a request may be sent now. While the circuit is open, one caller at a time may try. */
  allows(operation: string, nowMs: number): boolean
  succeeded(operation: string): void
  failed(operation: string, nowMs: number): void
  /** Operations whose last request failed, whether their circuit is open or not. */
  troubles(nowMs: number): readonly Trouble[]
}

/** An operation that fails repeatedly. `restsUntil`: end of its open circuit, Unix milliseconds. */
export type Trouble = { operation: string; failures: number; restsUntil?: number }

/** Consecutive failures that open the circuit, and how long it stays open. */
const failuresMax = 5
const restMs = 30_000

/** Maximum operations in memory. Their number is unbounded, so the oldest are dropped first. */
export const operationsMax = 1_000

/** Creates a breaker whose circuits are all closed. */
export function circuitBreaker(): CircuitBreaker {
  const states = new LRUCache<string, { failures: number; retryAt: number }>({ max: operationsMax })
  return {
    allows(operation, nowMs) {
      const state = states.get(operation)
      if (!state || state.failures < failuresMax) return true
      if (nowMs < state.retryAt) return false
      // The admitted caller's result decides. Until then the circuit stays open.
      state.retryAt = nowMs + restMs
      return true
    },
    succeeded: (operation) => void states.delete(operation),
    failed(operation, nowMs) {
      const failures = (states.get(operation)?.failures ?? 0) + 1
      states.set(operation, { failures, retryAt: nowMs + restMs })
    },
    troubles: (nowMs) =>
      [...states].map(([operation, { failures, retryAt }]) => ({
        operation,
        failures,
        ...defined({
          restsUntil: failures >= failuresMax && nowMs < retryAt ? retryAt : undefined,
        }),
      })),
  }
}

/** Hosts of the operations with an open circuit. */
export function restingHosts(troubles: readonly Trouble[]): ReadonlySet<string> {
  const resting = troubles.filter(({ restsUntil }) => restsUntil !== undefined)
  return new Set(resting.map(({ operation }) => operation.slice(0, operation.indexOf('/'))))
}

/**
 * The operation of a request: its host, and its path without the last part, which names an object.
 */
export function operationOf({ host, pathname }: URL): string {
  return `${host}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}`
}
