import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq alert 'AAPL < 200' --max-spend 1` */
export const alert: Declaration = {
  name: 'alert',
  summary: 'Wait for prices and report when they are reached',
  description:
    'Queries the prices repeatedly under one approval. --max-spend is required: the maximum that all queries together may cost, in all runs with these conditions until they are reached (--remove starts again at zero). When a condition is reached, fiq rings the bell of the terminal and shows a desktop notification (notify-send). The command ends when all conditions are reached, when the next query would exceed --max-spend, or with Ctrl-C. A number with a percent sign is the change of the day. With your own server (fiq up), --background stores the alerts: they are checked without a terminal, pause after fiq down and continue after the next fiq up. Without a condition, the command lists the stored alerts.',
  arguments: [
    {
      name: 'conditions',
      description: "1 to 50, e.g. 'AAPL < 200' 'TSLA > 5%'",
      optional: true,
      variadic: true,
    },
  ],
  options: [
    {
      flags: '--every <time>',
      description:
        'time between two queries, e.g. 60s or 10min (default 3min, 15s on your own server)',
    },
    {
      flags: '--run <program>',
      description:
        'program to start for each reached condition, with the ticker, the price and the condition as arguments',
    },
    {
      flags: '--background',
      description: 'check the conditions in the background, beside your own server',
    },
    {
      flags: '--remove',
      description: 'remove these conditions from the background, and forget what they have cost',
    },
    {
      flags: '--waiting',
      description: 'check the stored conditions; fiq up starts this',
      isHidden: true,
    },
  ],
  fields: ['time', 'ticker', 'price', 'condition', 'reached'],
  examples: [
    "fiq alert 'AAPL < 200' --max-spend 1",
    "fiq alert 'BTC-USD > 80000' 'TSLA < -5%' --every 10min --max-spend 0.5",
    "fiq alert --background 'AAPL < 200'",
  ],
  load: () => import('./run.ts'),
}
