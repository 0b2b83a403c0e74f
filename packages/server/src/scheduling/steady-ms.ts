/**
 * Milliseconds of a clock that nobody sets: Unix time as it was at the start, and what has passed
 * since. Whole ones: timers and stores take no others. Whatever lasts is measured with it; what
 * others see or sign is not, e.g. windows of payments.
 */
export const steadyMs = (): number => Math.floor(performance.timeOrigin + performance.now())
