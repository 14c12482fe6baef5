/** Whether a day is a public holiday. The day is midnight in UTC, whatever the time zone of the support desk. */
export type IsHoliday = (day: Date) => boolean

/** `03-08` is a day of each year. `easter+1` is the Monday after Easter Sunday. */
const germany = [
  '01-01',
  'easter-2',
  'easter+1',
  '05-01',
  'easter+39',
  'easter+50',
  '10-03',
  '12-25',
  '12-26',
]

/** The Wednesday before 23 November. */
const repentance = 'repentance'

/** The public holidays of a country, and of the states of Germany, by ISO 3166. */
const regions: Readonly<Record<string, readonly string[]>> = {
  AT: [
    ...['01-01', '01-06', 'easter+1', '05-01', 'easter+39', 'easter+50', 'easter+60'],
    ...['08-15', '10-26', '11-01', '12-08', '12-25', '12-26'],
  ],
  FR: [
    ...['01-01', 'easter+1', '05-01', '05-08', 'easter+39', 'easter+50'],
    ...['07-14', '08-15', '11-01', '11-11', '12-25'],
  ],
  DE: germany,
  'DE-BB': [...germany, 'easter+0', 'easter+49', '10-31'],
  'DE-BE': [...germany, '03-08'],
  'DE-BW': [...germany, '01-06', 'easter+60', '11-01'],
  'DE-BY': [...germany, '01-06', 'easter+60', '08-15', '11-01'],
  'DE-HB': [...germany, '10-31'],
  'DE-HE': [...germany, 'easter+60'],
  'DE-HH': [...germany, '10-31'],
  'DE-MV': [...germany, '03-08', '10-31'],
  'DE-NI': [...germany, '10-31'],
  'DE-NW': [...germany, 'easter+60', '11-01'],
  'DE-RP': [...germany, 'easter+60', '11-01'],
  'DE-SH': [...germany, '10-31'],
  'DE-SL': [...germany, 'easter+60', '08-15', '11-01'],
  'DE-SN': [...germany, '10-31', repentance],
  'DE-ST': [...germany, '01-06', '10-31'],
  'DE-TH': [...germany, '09-20', '10-31'],
}

export const holidayRegions = Object.keys(regions)

/** Reads `DE-BY, 12-24, 2026-10-02`: regions, days of each year, and single days. Undefined if the text has another form. */
export function parseHolidays(text: string): IsHoliday | undefined {
  const days = new Set<string>()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const ofRegion = Object.hasOwn(regions, entry) ? regions[entry] : undefined
    if (!ofRegion && !isDate(entry)) return undefined
    for (const day of ofRegion ?? [entry]) days.add(day)
  }
  return (day) => days.size > 0 && namesOf(day).some((name) => days.has(name))
}

function isDate(entry: string): boolean {
  const date = /^\d\d-\d\d$/.test(entry) ? `2024-${entry}` : entry
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

const dayMs = 86_400_000

/** All names under which the list may have the day. */
function namesOf(day: Date): string[] {
  const date = day.toISOString().slice(0, 10)
  const fromEaster = Math.round((day.getTime() - easterOf(day.getUTCFullYear())) / dayMs)
  const names = [date, date.slice(5), `easter${fromEaster < 0 ? '' : '+'}${fromEaster}`]
  const isRepentance =
    day.getUTCMonth() === 10 &&
    day.getUTCDay() === 3 &&
    day.getUTCDate() >= 16 &&
    day.getUTCDate() <= 22
  return isRepentance ? [...names, repentance] : names
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)
}
