import { setFlagsFromString } from 'node:v8'

/**
 * How much garbage V8 keeps, in percent of the live heap, before it collects: as it decides itself,
 * up to 300 %, or 100 % while large answers are made, whose rows are garbage soon.
 */
export function setHeapGrowth(growth: 'default' | 'small'): void {
  // V8 reads the flag at the end of each collection.
  setFlagsFromString(`--heap-growing-percent=${growth === 'small' ? 100 : 0}`)
}
