import type { PaidAnswer, Payer } from './delivery/ports.ts'
import { createSend } from './delivery/send.ts'
import type { PayerOptions } from './payer-options.ts'
import type { PaidRequest } from './quote/paid-request.ts'

/**
 * Creates the function that sends a request and pays for it if the server requires payment. A
 * process needs one: all calls share one journal and one session. Schemas and SQLite are loaded
 * while the process waits for the server's answer, viem only to sign.
 *
 * @example
 * const pay = createSendAndPay(options)
 * const answer = await pay({ url, body, expected })
 * print(answer.body)
 * answer.delivered()
 */
export function createSendAndPay(
  options: PayerOptions,
): (request: PaidRequest) => Promise<PaidAnswer> {
  const send = createSend(options.send)
  let payer: Payer | undefined
  return async (request) => {
    let loading: ReturnType<typeof loadPayment> | undefined
    const load = () => {
      loading ??= loadPayment()
      // Reported below, at the `await`. Until then it must not end the process.
      loading.catch(() => {})
      return loading
    }
    const unpaidAnswer = send(request, {}, load)
    // Reported by `payAndRetry`, which first looks for an open purchase.
    await unpaidAnswer.catch(() => {})
    const { payAndRetry, openPayer } = await load()
    payer ??= openPayer(options)
    return payAndRetry(request, payer, unpaidAnswer)
  }
}

async function loadPayment() {
  const [{ payAndRetry }, { openPayer }] = await Promise.all([
    import('./pay-and-retry.ts'),
    import('./open-payer.ts'),
  ])
  return { payAndRetry, openPayer }
}
