import { type DayNumber, dayNumber } from './calendar-day.ts'

/**
 * Easter Sunday of a Gregorian year, by the anonymous algorithm (Meeus, Jones, Butcher).
 *
 * @example isoDay(easterSunday(2026)) // '2026-04-05'
 */
export function easterSunday(year: number): DayNumber {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const leapDropped = Math.floor(century / 4)
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapDropped - moonCorrection + 15) % 30
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const day = epact + toSunday - 7 * lateMoon + 114
  return dayNumber({ year, month: Math.floor(day / 31), day: (day % 31) + 1 })
}
