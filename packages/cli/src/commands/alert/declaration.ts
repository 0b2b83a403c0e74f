import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq alert 'AAPL < 200' --max-spend 1` */
export const alert: Declaration = {
  name: 'alert',
  summary: 'Wait for prices and say when they are reached',
  description:
    'Asks for the prices again and again, under one approval; --max-spend, the most that all of it may cost, is needed. A price that is reached is said with the bell of the terminal and a notice on the desktop (notify-send). It ends when all are reached, at the cap, or with Ctrl-C. A number with a percent sign is the change of the day.',
  arguments: [
    { name: 'conditions', description: "1 to 50, e.g. 'AAPL < 200' 'TSLA > 5%'", variadic: true },
  ],
  options: [
    {
      flags: '--every <time>',
      description:
        'time between two queries, e.g. 60s or 10min (default 3min, 15s on your own server)',
    },
    {
      flags: '--run <program>',
      description: 'started for each that is reached, with the ticker, the price and the condition',
    },
  ],
  fields: ['time', 'ticker', 'price', 'condition', 'reached'],
  examples: [
    "fiq alert 'AAPL < 200' --max-spend 1",
    "fiq alert 'BTC-USD > 80000' 'TSLA < -5%' --every 10min --max-spend 0.5",
  ],
  load: () => import('./run.ts'),
}
