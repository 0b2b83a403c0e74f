/** `from` of the columns that only a wide screen shows. */
export const wide = { from: 120 } as const
export const widest = { from: 200 } as const

/** An amount of a currency that the header names. */
export const usd = { align: 'right' } as const
