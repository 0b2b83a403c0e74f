import type { Screen } from './screen.ts'

/** Longer ones are no address of a page. */
const charactersMax = 2_000

/**
 * A text with an address behind it (OSC 8), on a terminal in colour. Addresses are foreign: only
 * those of the web are taken, as the URL parser writes them, which leaves no control character.
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
