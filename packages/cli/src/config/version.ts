/** Equals the version in package.json; a test compares them. */
export const version = '0.1.0'

/**
 * Release day of this version, ISO 8601: the date of the manual pages, which the build writes.
 *
 * @internal
 */
export const released = '2026-11-21'
