import { FiqError } from '@fiq/shared/errors'
import type { ReservedSpace } from '../storage/payments/large-answers.ts'
import { answerOperation } from './answer-operation.ts'
import type { Caller, PaidAnswer, PaymentPorts, Priced } from './ports.ts'

/**
 * Answers one paid operation. If the answer will be large, reserves storage for it after the payer
 * is proven and before anything is settled or charged, and waits until its memory is available. A
 * stored answer needs neither.
 *
 * @throws FiqError `SERVER_BUSY`, free, when the quota of storage or the queue is full.
 */
export async function answerWithReservation<item extends Priced>(
  priced: item,
  caller: Caller,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const { sizing, record } = ports
  const bytes = sizing?.bytesOf(priced) ?? 0
  if (!sizing || bytes <= record.limits.answerBytesMax)
    return answerOperation(priced, caller, ports)
  let reservedSpace: ReservedSpace | undefined
  const reserve = async () => {
    if (sizing.making.isFull()) throw tooMany()
    reservedSpace ??= await record.large.reserve(bytes, ports.nowMs())
    if (!reservedSpace) throw noSpace(bytes, record.large.quotaBytes)
  }
  const making: PaymentPorts<item> = {
    ...ports,
    ...(caller.pays === 'credits'
      ? { preflight: (...parameters) => ports.preflight(...parameters).then(reserve) }
      : { rehearse: (...parameters) => ports.rehearse(...parameters).then(reserve) }),
    answer: (...parameters) => sizing.making.run(bytes, () => ports.answer(...parameters)),
    answerOnCredits: (...parameters) =>
      sizing.making.run(bytes, () => ports.answerOnCredits(...parameters)),
  }
  try {
    return await answerOperation(priced, caller, making)
  } finally {
    await reservedSpace?.release()
  }
}

function noSpace(bytes: number, quotaBytes: number): FiqError {
  return new FiqError(
    'SERVER_BUSY',
    'The server has no space to store so large an answer; nothing was executed, and nothing was charged.',
    {
      facts: [`Needed: up to ${bytes} bytes`, `Space for large answers: ${quotaBytes} bytes`],
      remedy: 'Split it into several queries, or send the same request again after Retry-After.',
    },
  )
}

function tooMany(): FiqError {
  return new FiqError(
    'SERVER_BUSY',
    'Too many large answers are waiting; nothing was executed, and nothing was charged.',
  )
}
