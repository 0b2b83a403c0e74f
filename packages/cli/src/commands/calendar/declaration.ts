import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq calendar @tech --next 90d` */
export const calendar: Declaration = {
  name: 'calendar',
  summary: 'Show when results and dividends are due',
  description:
    'Future dates are estimates from the dates of the last year, and are marked as estimates: results from the announcements to the SEC, dividends from the ex-dividend dates. Dates that companies have announced, future splits and releases of statistics are not included.',
  arguments: [
    {
      name: 'tickers',
      description: '1 to 50 tickers, separated by spaces or commas; @name is a list',
      variadic: true,
    },
  ],
  options: [
    { flags: '--next <time>', description: 'how far to look ahead, e.g. 30d', default: '90d' },
    { flags: '--ics', description: 'print an iCalendar file, for a calendar program' },
  ],
  fields: ['day', 'who', 'event', 'before', 'currency', 'sure'],
  examples: [
    'fiq calendar AAPL MSFT',
    'fiq calendar AAPL --next 180d',
    'fiq calendar AAPL --ics > events.ics',
  ],
  load: () => import('./run.ts'),
}
