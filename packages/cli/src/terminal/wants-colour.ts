/**
 * Whether to use colour: not if it is turned off, and not on a terminal that would print the codes.
 */
export function wantsColour(
  env: Readonly<Record<string, string | undefined>>,
  isAllowed: boolean,
): boolean {
  return isAllowed && !env['NO_COLOR'] && !isDumb(env)
}

/** Whether a terminal can only append text, like the shells inside editors. */
export function isDumb(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['TERM'] === 'dumb'
}
