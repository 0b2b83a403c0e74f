import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq doctor` */
export const doctor: Declaration = {
  name: 'doctor',
  summary: 'Check the installation for problems',
  description:
    'Settings, folders and their permissions, the payment journal, limits, wallet, OS keychain, clock, and the server with its tariff. Works offline, changes nothing and is free. The exit code is 3 if a check fails.',
  options: [{ flags: '--verbose', description: 'list every passed check too' }],
  fields: ['name', 'status', 'detail', 'remedy'],
  examples: ['fiq doctor', 'fiq doctor --jq \'.[] | select(.status == "failed")\''],
  load: () => import('./run.ts'),
}
