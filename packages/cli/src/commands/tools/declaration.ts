import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq tools` */
export const tools: Declaration = {
  name: 'tools',
  summary: 'List the catalog, with the price of each example',
  fields: ['name', 'category', 'summary', 'price', 'inputs', 'example'],
  examples: ['fiq tools', 'fiq tools --json name,price'],
  load: () => import('./run.ts'),
}
