import { setFlagsFromString } from 'node:v8'
import { bounds } from '@fiq/shared/bounds'

/** Lets work on large answers begin as long as all that is under way fits into memory. */
export type LargeMaking = {
  /** The queue is full. Work that is already paid still waits in it. */
  isFull(): boolean
  /** Runs work in order of arrival, when its bytes fit. */
  run<result>(bytes: number, work: () => Promise<result>): Promise<result>
}

/** JSON bytes of large answers that are made at once: one of the largest. */
export const { makingBytesMax } = bounds
/** Large answers that wait to be made, before no more are sold. */
export const waitingMax = bounds.makingWaitingMax

/** @param setGrowth - Told when the first answer begins, and when the last one ends. */
export function createLargeMaking(
  bytesMax = makingBytesMax,
  most = waitingMax,
  setGrowth = setHeapGrowth,
): LargeMaking {
  const waiting: { bytes: number; begin(): void }[] = []
  let taken = 0
  let making = 0
  const beginNext = () => {
    const [next] = waiting
    // One that is larger than all the room runs alone.
    if (!next || (taken > 0 && taken + next.bytes > bytesMax)) return
    waiting.shift()
    taken += next.bytes
    making += 1
    if (making === 1) setGrowth('small')
    next.begin()
    beginNext()
  }
  return {
    isFull: () => waiting.length >= most,
    async run(bytes, work) {
      await new Promise<void>((begin) => {
        waiting.push({ bytes, begin })
        beginNext()
      })
      try {
        return await work()
      } finally {
        taken -= bytes
        making -= 1
        beginNext()
        if (making === 0) setGrowth('default')
      }
    },
  }
}

/**
 * How much garbage V8 keeps, in percent of the live heap, before it collects: as it decides itself,
 * up to 300 %, or 100 % while large answers are made, whose rows are garbage soon.
 */
function setHeapGrowth(growth: 'default' | 'small'): void {
  // V8 reads the flag at the end of each collection.
  setFlagsFromString(`--heap-growing-percent=${growth === 'small' ? 100 : 0}`)
}
