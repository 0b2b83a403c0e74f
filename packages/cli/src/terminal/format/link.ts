import type { Screen } from './screen.ts'

/** Longer texts are not addresses of pages. */
const charactersMax = 2_000

/**
 * A text with a link (OSC 8), on a terminal with colour. Addresses are foreign: only web addresses
 * are accepted, as written by the URL parser, which removes control characters.
 */
export function linked(
  text: string,
  address: string | undefined,
  { interactive, colour }: Pick<Screen, 'interactive' | 'colour'>,
): string {
  if (!interactive || !colour || address === undefined || address.length > charactersMax)
    return text
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return text
  return `\u001b]8;;${url.href}\u001b\\${text}\u001b]8;;\u001b\\`
}
