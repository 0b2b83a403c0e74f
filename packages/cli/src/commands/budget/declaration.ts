import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq budget …` */
export const budget: Declaration = {
  name: 'budget',
  summary: 'Show and set the spending limits',
  description:
    'The caps always apply: no option of another command raises them. Every signed payment that is not proven void counts as spent.',
  alone: 'show',
  commands: [
    {
      name: 'show',
      summary: 'Show the limits and how much of them is spent',
      fields: ['window', 'play', 'spent', 'cap', 'left'],
      examples: ['fiq budget', 'fiq budget show --json all'],
      load: () => import('./show/run.ts'),
    },
    {
      name: 'set',
      summary: 'Change the named limits; the others stay',
      options: [
        { flags: '--per-payment <usdc>', description: 'maximum for one payment' },
        { flags: '--per-day <usdc>', description: 'maximum in any 24 hours' },
        { flags: '--per-30-days <usdc>', description: 'maximum in any 30 days' },
        { flags: '--per-session <usdc>', description: 'maximum in one run' },
        {
          flags: '--auto-approve <usdc>',
          description: 'maximum price that is paid without a prompt',
        },
      ],
      fields: ['perPayment', 'perDay', 'per30Days', 'perSession', 'autoApprove'],
      examples: ['fiq budget set --per-day 1 --auto-approve 0.05'],
      load: () => import('./set/run.ts'),
    },
    {
      name: 'reset-clock',
      summary: 'Repair the budget after the clock of this machine was ahead; the sums stay',
      description:
        'Correct the clock first. A payment made while the clock was ahead would count in the budget windows until that future day has passed. This command moves such payments to the current time; they still count as spent. It prompts first; without a terminal it needs --force.',
      options: [
        { flags: '--force', description: 'the clock of this machine is right; do not prompt' },
      ],
      fields: ['latest', 'now', 'moved'],
      examples: ['fiq budget reset-clock'],
      load: () => import('./reset-clock/run.ts'),
    },
  ],
}
