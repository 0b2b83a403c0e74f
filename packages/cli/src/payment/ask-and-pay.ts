import type { PaidAnswer, Payer } from './delivery/ports.ts'
import { openSend } from './delivery/send.ts'
import type { PayerOptions } from './payer-options.ts'
import type { PaidRequest } from './quote/paid-request.ts'

/**
 * The door to the money path for commands. It holds nothing heavy itself: schemas, SQLite and the
 * rest are loaded while the server's answer is waited for, viem only when something is signed.
 *
 * @returns a function to ask with, as often as needed; one journal and one session behind it.
 *
 * @example
 * const ask = openAsk(options)
 * const answer = await ask({ url, body, expected })
 * print(answer.body)
 * answer.delivered()
 */
export function openAsk(options: PayerOptions): (request: PaidRequest) => Promise<PaidAnswer> {
  const send = openSend(options.send)
  let payer: Payer | undefined
  return async (request) => {
    let loading: ReturnType<typeof loadPayment> | undefined
    const load = () => {
      loading ??= loadPayment()
      // Reported below, where it is awaited; until then it must not end the process.
      loading.catch(() => {})
      return loading
    }
    const first = await send(request, {}, load)
    const { payAndRetry, openPayer } = await load()
    payer ??= openPayer(options)
    return payAndRetry(request, payer, first)
  }
}

async function loadPayment() {
  const [{ payAndRetry }, { openPayer }] = await Promise.all([
    import('./pay-and-retry.ts'),
    import('./open-payer.ts'),
  ])
  return { payAndRetry, openPayer }
}
