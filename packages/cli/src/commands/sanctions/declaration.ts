import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq sanctions "Sandbox Example Airlines"` */
export const sanctions: Declaration = {
  name: 'sanctions',
  summary: 'Screen a name against the SDN list',
  description:
    'A convenience over public lists, not a compliance-grade screening product. A name that is not found here may still be sanctioned.',
  arguments: [
    { name: 'name', description: 'person, organisation, vessel or aircraft', variadic: true },
  ],
  options: [
    {
      flags: '--country <code>',
      description: 'ISO country code: only entries tied to that country',
    },
  ],
  fields: ['matchedName', 'score', 'listName', 'program'],
  examples: [
    'fiq sanctions "Sandbox Example Airlines"',
    'fiq sanctions aerolineas de ejemplo --country CUB',
  ],
  load: () => import('./run.ts'),
}
