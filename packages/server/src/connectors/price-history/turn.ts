import { openTurns } from '../../turns.ts'

/** Turns of all that reads, sorts and completes long lists of bars. */
export const turn = openTurns()
