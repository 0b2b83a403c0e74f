import type { Chosen } from './build-program.ts'
import { filterOptions } from './filter-options.ts'

/**
 * Old names in a command line or its environment, with their new names. They work for one release.
 */
export function renamedIn(
  { declaration, args: { options }, globals }: Pick<Chosen, 'declaration' | 'args' | 'globals'>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const sortsByDate = declaration.options?.some((option) => filterOptions.includes(option))
  const upper = sortsByDate ? String(options['sort']).toUpperCase() : ''
  return [
    ...(globals['maxPrice'] === undefined ? [] : [now('--max-price', '--max-spend')]),
    ...(env['FIQ_MAX_PRICE'] && !env['FIQ_MAX_SPEND']
      ? [now('FIQ_MAX_PRICE', 'FIQ_MAX_SPEND')]
      : []),
    ...(upper === 'ASC' ? [now('--sort ASC', '--sort date')] : []),
    ...(upper === 'DESC' ? [now('--sort DESC', '--sort -date')] : []),
  ]
}

function now(old: string, name: string): string {
  return `${old} is now ${name}; the next release removes the old name.`
}
