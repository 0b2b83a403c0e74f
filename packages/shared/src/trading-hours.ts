/** Start and end of the regular session, in hours since midnight. Negative: on the day before. */
export type TradingHours = readonly [open: number, close: number]

/** Regular hours of exchanges by their time zone, from the pages of the exchanges, November 2026. */
export const exchangeHoursByZone: Readonly<Record<string, TradingHours>> = {
  'America/New_York': [9.5, 16],
  'America/Toronto': [9.5, 16],
  'America/Sao_Paulo': [10, 17],
  'America/Mexico_City': [8.5, 15],
  'America/Argentina/Buenos_Aires': [11, 17],
  'America/Santiago': [9.5, 16],
  'America/Lima': [8.5, 15],
  'Europe/London': [8, 16.5],
  'Europe/Dublin': [8, 16.5],
  'Europe/Lisbon': [8, 16.5],
  'Europe/Berlin': [9, 17.5],
  'Europe/Paris': [9, 17.5],
  'Europe/Amsterdam': [9, 17.5],
  'Europe/Zurich': [9, 17.5],
  'Europe/Copenhagen': [9, 17],
  'Europe/Helsinki': [10, 18.5],
  'Europe/Athens': [10, 17.25],
  'Europe/Istanbul': [10, 18],
  'Africa/Johannesburg': [9, 17],
  'Asia/Tokyo': [9, 15.5],
  'Asia/Hong_Kong': [9.5, 16],
  'Asia/Shanghai': [9.5, 15],
  'Asia/Seoul': [9, 15.5],
  'Asia/Taipei': [9, 13.5],
  'Asia/Kolkata': [9.25, 15.5],
  'Asia/Singapore': [9, 17],
  'Asia/Kuala_Lumpur': [9, 17],
  'Asia/Bangkok': [10, 16.5],
  'Asia/Jakarta': [9, 16],
  'Asia/Manila': [9.5, 15],
  'Australia/Sydney': [10, 16],
  'Pacific/Auckland': [10, 16.75],
}

/** Currency pairs trade from Sunday to Friday, without a break, by the clock of New York. */
export const currencyHours: TradingHours = [-7, 17]

/** Futures of the CME trade from Sunday to Friday, with a break of an hour, by the same clock. */
export const futureHours: TradingHours = [-6, 17]
