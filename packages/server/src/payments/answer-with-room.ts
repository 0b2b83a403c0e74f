import { FiqError } from '@fiq/shared/errors'
import type { ReservedRoom } from '../storage/payments/large-answers.ts'
import { answerOperation } from './answer-operation.ts'
import type { Caller, PaidAnswer, PaymentPorts, Priced } from './ports.ts'

/**
 * Answers one paid operation. Room for a large answer is reserved after the payer is proven and
 * before anything is settled or charged, and large answers are made as many at once as fit into
 * memory. An answer that is stored already needs neither.
 *
 * @throws FiqError `SERVER_BUSY`, free, without room in the quota or with too many that wait.
 */
export async function answerWithRoom<item extends Priced>(
  priced: item,
  caller: Caller,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const { sizing, record } = ports
  const bytes = sizing?.bytesOf(priced) ?? 0
  if (!sizing || bytes <= record.limits.answerBytesMax)
    return answerOperation(priced, caller, ports)
  let room: ReservedRoom | undefined
  const reserve = async () => {
    if (sizing.making.isFull()) throw tooMany()
    room ??= await record.large.reserve(bytes, ports.nowMs())
    if (!room) throw noRoom(bytes, record.large.quotaBytes)
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
    await room?.release()
  }
}

function noRoom(bytes: number, quotaBytes: number): FiqError {
  return new FiqError(
    'SERVER_BUSY',
    'There is no room to keep so large an answer; nothing was executed, and nothing was charged.',
    {
      facts: [`Needed: up to ${bytes} bytes`, `Room for large answers: ${quotaBytes} bytes`],
      remedy: 'Ask for less in several queries, or send the same request again after Retry-After.',
    },
  )
}

function tooMany(): FiqError {
  return new FiqError(
    'SERVER_BUSY',
    'Too many large answers are waiting to be made; nothing was executed, and nothing was charged.',
  )
}
