import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq budget …` */
export const budget: Declaration = {
  name: 'budget',
  summary: 'Show and set what may be spent',
  description:
    'The caps always hold: no flag of another command lifts them. Everything signed and not proven void counts as spent.',
  alone: 'show',
  commands: [
    {
      name: 'show',
      summary: 'Show the limits and what is spent of them',
      fields: ['window', 'play', 'spent', 'cap', 'left'],
      examples: ['fiq budget', 'fiq budget show --json all'],
      load: () => import('./show/run.ts'),
    },
    {
      name: 'set',
      summary: 'Change limits; those not named stay',
      options: [
        { flags: '--per-payment <usdc>', description: 'most for one payment' },
        { flags: '--per-day <usdc>', description: 'most in any 24 hours' },
        { flags: '--per-30-days <usdc>', description: 'most in any 30 days' },
        { flags: '--per-session <usdc>', description: 'most in one run' },
        { flags: '--auto-approve <usdc>', description: 'paid without asking, up to here' },
      ],
      fields: ['perPayment', 'perDay', 'per30Days', 'perSession', 'autoApprove'],
      examples: ['fiq budget set --per-day 1 --auto-approve 0.05'],
      load: () => import('./set/run.ts'),
    },
    {
      name: 'reset-clock',
      summary: 'Go on after the clock of this machine was ahead; the sums stay',
      description:
        'A payment made while the clock was ahead keeps its windows open until that day. This moves such payments to now, where they count as spent. It asks first; without a terminal --force is needed. Set the clock right before.',
      options: [
        { flags: '--force', description: 'the clock of this machine is right: do not ask' },
      ],
      fields: ['latest', 'now', 'moved'],
      examples: ['fiq budget reset-clock'],
      load: () => import('./reset-clock/run.ts'),
    },
  ],
}
