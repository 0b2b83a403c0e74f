import { setFlagsFromString } from 'node:v8'
import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'

/** Limits concurrent work on large answers to the memory reserved for it. */
export type LargeMaking = {
  /** Whether the queue is full. Paid work still waits in it. */
  isFull(): boolean
  /** Runs work in order of arrival, as soon as its bytes fit. */
  run<result>(bytes: number, work: () => Promise<result>): Promise<result>
  /**
   * Like {@link LargeMaking.run}, after all paid work that waits.
   *
   * @throws FiqError `SERVER_BUSY` if too much unpaid work waits already.
   */
  runUnpaid<result>(bytes: number, work: () => Promise<result>): Promise<result>
}

/** Maximum JSON bytes of large answers built at the same time: one answer of the largest size. */
export const { makingBytesMax } = bounds
/** Maximum number of large answers that wait before further ones are refused. */
export const waitingMax = bounds.makingWaitingMax

/** @param setGrowth - Called when the first answer begins and when the last one ends. */
export function createLargeMaking(
  bytesMax = makingBytesMax,
  most = waitingMax,
  setGrowth = setHeapGrowth,
): LargeMaking {
  const waiting: Waiting[] = []
  const unpaid: Waiting[] = []
  let usedBytes = 0
  let making = 0
  const beginNext = () => {
    const queue = waiting.length > 0 ? waiting : unpaid
    const [next] = queue
    // Work larger than the whole limit runs alone.
    if (!next || (usedBytes > 0 && usedBytes + next.bytes > bytesMax)) return
    queue.shift()
    usedBytes += next.bytes
    making += 1
    if (making === 1) setGrowth('small')
    next.begin()
    beginNext()
  }
  const runIn = async <result>(queue: Waiting[], bytes: number, work: () => Promise<result>) => {
    await new Promise<void>((begin) => {
      queue.push({ bytes, begin })
      beginNext()
    })
    try {
      return await work()
    } finally {
      usedBytes -= bytes
      making -= 1
      beginNext()
      if (making === 0) setGrowth('default')
    }
  }
  return {
    isFull: () => waiting.length >= most,
    run: (bytes, work) => runIn(waiting, bytes, work),
    async runUnpaid(bytes, work) {
      if (unpaid.length >= most) throw tooManyUnpaid()
      return runIn(unpaid, bytes, work)
    },
  }
}

type Waiting = { bytes: number; begin(): void }

function tooManyUnpaid(): FiqError {
  return new FiqError(
    'SERVER_BUSY',
    'Too many large answers from a source that was paused are being tried; nothing was charged.',
  )
}

/**
 * Sets how much garbage, in percent of the live heap, V8 allows before it collects: its own choice
 * of up to 300 %, or 100 % while large answers are built, because their rows soon become garbage.
 */
function setHeapGrowth(growth: 'default' | 'small'): void {
  // V8 reads the flag at the end of each collection.
  setFlagsFromString(`--heap-growing-percent=${growth === 'small' ? 100 : 0}`)
}
