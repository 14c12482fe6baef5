import { createRequire } from 'node:module'
import type Calendar from 'date-holidays'
import type { Locale } from '#kernel/locale'
import { after, daysMs, utcDay } from '#kernel/time'
import { createLocalCache } from '#platform/local-cache'

/** A country, by ISO 3166-1, and a part of it as `date-holidays` names it: `BY` or `BY-A`. Most are those of ISO 3166-2. */
export type HolidayPlace = { readonly country: string; readonly region?: string | undefined }

/** A public holiday: the day as `2026-12-25`, and its name in the language that was asked for, or else in that of the place. */
export type Holiday = { readonly day: string; readonly name: string }

type CalendarClass = typeof Calendar

/** The names of all holidays take 4 MB and 150 ms, so they are read when somebody first asks. */
let loadedClass: CalendarClass | undefined
function calendars(): CalendarClass {
  loadedClass ??= createRequire(import.meta.url)('date-holidays') as CalendarClass
  return loadedClass
}

const knownHolidays = createLocalCache<readonly Holiday[]>({ entriesMax: 2_000 })

/** The public holidays of a place in a year, by day. Half days are working days. None for an unknown place. */
export function holidaysIn(
  place: HolidayPlace,
  year: number,
  locale: Locale = 'en',
): readonly Holiday[] {
  const key = `${place.country} ${place.region ?? ''} ${year} ${locale}`
  const before = knownHolidays.get(key)
  if (before) return before
  const days = isHolidayPlace(place) ? computeHolidays(place, year, locale) : []
  knownHolidays.set(key, days)
  return days
}

export function isHolidayPlace({ country, region }: HolidayPlace): boolean {
  const all = new (calendars())()
  if (!Object.hasOwn(all.getCountries(), country)) return false
  if (region === undefined) return true
  return regionsOf(country).some(({ code }) => code === region)
}

/** The parts of a country that have holidays of their own, and parts of these, as `BY` and `BY-A`. */
export function regionsOf(country: string): { readonly code: string; readonly name: string }[] {
  const all = new (calendars())()
  return entriesOf(all.getStates(country)).flatMap(([state, name]) => [
    { code: state, name },
    ...entriesOf(all.getRegions(country, state)).map(([part, partName]) => ({
      code: `${state}-${part}`,
      name: partName,
    })),
  ])
}

/** The time zone of the capital of a country, or nearly so: the first that the library names. Undefined for an unknown country. */
export function timeZoneOf(country: string): string | undefined {
  return isHolidayPlace({ country }) ? new (calendars())(country).getTimezones()[0] : undefined
}

const entriesOf = (names: Readonly<Record<string, string>> | undefined) =>
  Object.entries(names ?? {})

function computeHolidays({ country, region }: HolidayPlace, year: number, locale: Locale) {
  const [state, part] = splitRegion(region)
  const place = { country, ...(state && { state }), ...(part && { region: part }) }
  const calendar = new (calendars())(place, { types: ['public'], languages: [locale] })
  const names = new Map<string, string>()
  for (const { date, start, end, name } of calendar.getHolidays(year)) {
    const [day = '', time] = date.split(' ')
    if (time !== '00:00:00') continue
    // A day on which the clock changes has 23 or 25 hours.
    const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / daysMs(1)))
    for (let at = 0; at < days; at += 1) {
      const one = utcDay(after(new Date(day), daysMs(at)))
      if (!names.has(one)) names.set(one, name)
    }
  }
  return [...names].sort(([one], [other]) => (one < other ? -1 : 1)).map(toHoliday)
}

const toHoliday = ([day, name]: readonly [string, string]): Holiday => ({ day, name })

function splitRegion(region: string | undefined): (string | undefined)[] {
  const [state, ...part] = region?.split('-') ?? []
  return [state, part.length > 0 ? part.join('-') : undefined]
}
