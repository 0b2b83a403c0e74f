import { bounds } from '@fiq/shared/bounds'
import { setHeapGrowth } from './heap-growth.ts'

/** Lets work on large answers begin as long as all that is under way fits into memory. */
export type LargeMaking = {
  /** As many wait as may. Work of what is paid already waits all the same. */
  isFull(): boolean
  /** Runs work when there is room for its bytes, in the order in which it came. */
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
