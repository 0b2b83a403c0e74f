import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq calendar @tech --next 90d` */
export const calendar: Declaration = {
  name: 'calendar',
  summary: 'Show when results and dividends are due',
  description:
    'Expected days of results are from a calendar that the server has a key for (Alpha Vantage or Finnhub). Without a calendar, results are estimated from the announcements to the SEC of the last year, and dividends from its ex-dividend dates; both are marked as estimates. Future splits and releases of statistics are not included.',
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
  fields: ['day', 'who', 'event', 'before', 'currency', 'sure', 'source', 'forecast', 'session'],
  examples: [
    'fiq calendar AAPL MSFT',
    'fiq calendar AAPL --next 180d',
    'fiq calendar AAPL --ics > events.ics',
  ],
  load: () => import('./run.ts'),
}
