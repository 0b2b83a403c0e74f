/** Zones of exchanges by the suffix of their tickers. */
const zones: Readonly<Record<string, string>> = {
  L: 'Europe/London',
  IL: 'Europe/London',
  DE: 'Europe/Berlin',
  F: 'Europe/Berlin',
  PA: 'Europe/Paris',
  AS: 'Europe/Amsterdam',
  BR: 'Europe/Brussels',
  LS: 'Europe/Lisbon',
  MI: 'Europe/Rome',
  MC: 'Europe/Madrid',
  SW: 'Europe/Zurich',
  VI: 'Europe/Vienna',
  ST: 'Europe/Stockholm',
  CO: 'Europe/Copenhagen',
  OL: 'Europe/Oslo',
  HE: 'Europe/Helsinki',
  IR: 'Europe/Dublin',
  WA: 'Europe/Warsaw',
  TO: 'America/Toronto',
  V: 'America/Toronto',
  SA: 'America/Sao_Paulo',
  MX: 'America/Mexico_City',
  JO: 'Africa/Johannesburg',
  TA: 'Asia/Jerusalem',
  T: 'Asia/Tokyo',
  HK: 'Asia/Hong_Kong',
  SS: 'Asia/Shanghai',
  SZ: 'Asia/Shanghai',
  TW: 'Asia/Taipei',
  KS: 'Asia/Seoul',
  KQ: 'Asia/Seoul',
  SI: 'Asia/Singapore',
  NS: 'Asia/Kolkata',
  BO: 'Asia/Kolkata',
  AX: 'Australia/Sydney',
  NZ: 'Pacific/Auckland',
}

const aroundTheClock = /-(USD|EUR|GBP|USDT|USDC|BTC|ETH)$|=X$/

/** Does it trade day and night, as crypto assets and currencies do? */
export function isAroundTheClock(ticker: string): boolean {
  return aroundTheClock.test(ticker)
}

/**
 * The zone in which the times of a ticker are shown: that of its exchange, UTC for crypto assets and
 * currencies, and New York for the rest.
 *
 * @example zoneOf('VOD.L') // 'Europe/London'
 */
export function zoneOf(ticker: string): string {
  if (isAroundTheClock(ticker)) return 'UTC'
  const suffix = /\.([A-Z]{1,2})$/.exec(ticker)?.[1] ?? ''
  // A class of shares (BRK.B) has a letter too, and none of those is a suffix of an exchange here.
  return zones[suffix] ?? 'America/New_York'
}
