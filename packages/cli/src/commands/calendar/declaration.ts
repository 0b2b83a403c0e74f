import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq calendar @tech --next 90d` */
export const calendar: Declaration = {
  name: 'calendar',
  summary: 'Show when results and dividends are due',
  description:
    'Days to come are estimates from those of the last year, and are marked so: the results from the announcements to the SEC, the dividends from the ex-days. Days that companies have set, splits to come and releases of statistics are not sold here.',
  arguments: [
    {
      name: 'tickers',
      description: '1 to 50 tickers, by spaces or commas; @name is a list',
      variadic: true,
    },
  ],
  options: [
    { flags: '--next <time>', description: 'how far ahead, e.g. 30d', default: '90d' },
    { flags: '--ics', description: 'as an iCalendar file, for a calendar program' },
  ],
  fields: ['day', 'who', 'event', 'before', 'currency', 'sure'],
  examples: [
    'fiq calendar AAPL MSFT',
    'fiq calendar AAPL --next 180d',
    'fiq calendar AAPL --ics > events.ics',
  ],
  load: () => import('./run.ts'),
}
