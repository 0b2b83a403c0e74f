/**
 * Former, short and brand names that a company does not use in filings, separated by `|`, by one of
 * its tickers.
 */
export const brandNames: Readonly<Record<string, string>> = {
  GOOGL: 'google|youtube',
  META: 'facebook|instagram|whatsapp',
  SNAP: 'snapchat',
  XYZ: 'square',
  MMM: '3m',
  PG: 'procter gamble',
  JNJ: 'johnson johnson',
  BUD: 'ab inbev|budweiser',
  T: 'att',
  TSM: 'tsmc',
  TMUS: 'tmobile',
  MCD: 'mcdonalds',
  MSTR: 'microstrategy',
  XOM: 'exxon',
}
