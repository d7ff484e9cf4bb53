/**
 * The clocks of instances differ by less, in milliseconds. A time that is further ahead was written while a clock was wrong, and must not
 * count until it has come.
 */
export const MAX_CLOCK_SKEW_MS = 60_000
