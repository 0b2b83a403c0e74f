/**
 * Monotonic Unix time in milliseconds: the time at the start plus the elapsed time. An integer,
 * because timers and stores require it. Use it for durations. Do not use it for times that others
 * see or sign, e.g. validity of payments.
 */
export const steadyMs = (): number => Math.floor(performance.timeOrigin + performance.now())
