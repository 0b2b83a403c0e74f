/** For columns that need a wide screen. */
export const wide = { from: 120 } as const
export const widest = { from: 200 } as const

/** For amounts whose currency is in the header. */
export const usd = { align: 'right' } as const
