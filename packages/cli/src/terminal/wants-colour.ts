/** Not where it is turned off, and not on a terminal that would print the codes. */
export function wantsColour(
  env: Readonly<Record<string, string | undefined>>,
  isAllowed: boolean,
): boolean {
  return isAllowed && !env['NO_COLOR'] && !isDumb(env)
}

/** A terminal that only adds text at its end, as the shells inside editors do. */
export function isDumb(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['TERM'] === 'dumb'
}
