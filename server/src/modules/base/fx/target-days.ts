import { after, daysMs } from '#kernel/time'

/**
 * Adds hours, and leaves out the days on which TARGET is closed: the payment system of the Eurosystem, whose days most
 * sources of rates follow. It is closed on Saturdays, Sundays, New Year's Day, Good Friday, Easter Monday, 1 May,
 * 25 and 26 December (European Central Bank, long-term calendar of TARGET closing days). Days are those of UTC.
 */
export function afterOpenTime(instant: Date, milliseconds: number): Date {
  let at = openFrom(instant)
  let left = milliseconds
  for (;;) {
    const midnight = after(dayOf(at), daysMs(1))
    const untilMidnight = midnight.getTime() - at.getTime()
    if (left <= untilMidnight) return after(at, left)
    left -= untilMidnight
    at = openFrom(midnight)
  }
}

function openFrom(instant: Date): Date {
  let at = instant
  while (isClosed(at)) at = after(dayOf(at), daysMs(1))
  return at
}

export function isClosed(at: Date): boolean {
  const weekday = at.getUTCDay()
  if (weekday === 0 || weekday === 6) return true
  if (closedEachYear.has(at.toISOString().slice(5, 10))) return true
  const days = (dayOf(at).getTime() - easterSunday(at.getUTCFullYear()).getTime()) / daysMs(1)
  return days === -2 || days === 1
}

const closedEachYear: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26'])

/** The Gregorian Easter by the algorithm of Meeus, Jones and Butcher ("Astronomical Algorithms", chapter 8). */
function easterSunday(year: number): Date {
  const a = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const f = Math.floor((century + 8) / 25)
  const g = Math.floor((century - f + 1) / 3)
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - h - (ofCentury % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  return new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1))
}

function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / daysMs(1)) * daysMs(1))
}
