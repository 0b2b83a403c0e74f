import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import type { PaymentPorts } from '../../payments/ports.ts'

/**
 * The payment ports of a surface whose answers are one message in memory. `preflight` refuses an
 * answer that could exceed such a message before it is quoted, settled or charged. An answer that
 * was bought earlier is sent whatever its size.
 */
export function portsOfResults(paymentPorts: PaymentPorts): PaymentPorts {
  return {
    ...paymentPorts,
    async preflight(priced, address) {
      refuseLargeResult(paymentPorts.sizing?.bytesOf(priced) ?? 0)
      await paymentPorts.preflight(priced, address)
    },
  }
}

/** @throws FiqError `QUERY_TOO_LARGE`, free, with the numbers. */
function refuseLargeResult(bytes: number): void {
  const { resultBytesMax } = bounds
  if (bytes <= resultBytesMax) return
  throw new FiqError(
    'QUERY_TOO_LARGE',
    'The answer could exceed the maximum size of an MCP result.',
    {
      facts: [`Bytes: up to ${bytes}; limit ${resultBytesMax}`],
      remedy:
        'Query fewer tickers or areas, a lower limit or a shorter range, or send the query over HTTP to /api/graphql.',
    },
  )
}
