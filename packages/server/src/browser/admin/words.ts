import type { ReconciledShape } from '../../http/admin/shapes.ts'

/** A shortened hash or address for a table. Its title and the details have the full text. */
export function shortHex(hex: string): string {
  return hex.length > 14 ? `${hex.slice(0, 8)}…${hex.slice(-4)}` : hex
}

/** Bytes in the unit that fits. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576
    ? `${(bytes / 1_024).toFixed(1)} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`
}

/** The outcome of a check on the chain in one sentence. */
export function wordsOf({ owed, paid, failed, open, unknown }: ReconciledShape): string {
  return `Checked on the chain: ${owed} owed, ${paid} paid, ${failed} failed, ${open} still open, ${unknown} unknown.`
}

/** Attributes that mark an input as invalid and refer to the text of the fault. */
export function faultOf(problem: string, id: string) {
  return problem === '' ? {} : { 'aria-invalid': true, 'aria-describedby': id }
}
