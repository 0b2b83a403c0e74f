import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq calendar @tech --next 90d` */
export const calendar: Declaration = {
  name: 'calendar',
  summary: 'Show when results, dividends, splits and US statistics are due',
  description:
    'Expected days are from sources that the server has a key for: results from Alpha Vantage or Finnhub, dividends and splits from Alpaca. Without them, results are estimated from the announcements to the SEC of the last year, and dividends from its ex-dividend dates; both are marked as estimates. US employment, consumer prices and GDP are estimated by the usual days of their agencies; decisions of the Federal Reserve are on its announced days. Without tickers, the command shows only these, and is free.',
  arguments: [
    {
      name: 'tickers',
      description: '1 to 50 tickers, separated by spaces or commas; @name is a list',
      optional: true,
      completes: 'tickers',
      variadic: true,
    },
  ],
  options: [
    { flags: '--next <time>', description: 'how far to look ahead, e.g. 30d', default: '90d' },
    { flags: '--no-releases', description: 'only events of the tickers' },
    { flags: '--ics', description: 'print an iCalendar file, for a calendar program' },
  ],
  fields: [
    'day',
    'time',
    'who',
    'event',
    'before',
    'currency',
    'sure',
    'source',
    'forecast',
    'session',
  ],
  examples: [
    'fiq calendar AAPL MSFT',
    'fiq calendar AAPL --next 180d',
    'fiq calendar --next 30d',
    'fiq calendar AAPL --ics > events.ics',
  ],
  load: () => import('./run.ts'),
}
