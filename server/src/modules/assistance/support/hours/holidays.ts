import { utcDay } from '#kernel/time'
import { type HolidayPlace, holidaysIn, isHolidayPlace } from '#platform/working-time'

/** Whether a day is a public holiday. The day is midnight in UTC, whatever the time zone of the support desk. */
export type IsHoliday = (day: Date) => boolean

/** Reads `DE-BY, 12-24, 2026-10-02`: places, days of each year, and single days. Undefined if the text has another form. */
export function parseHolidays(text: string): IsHoliday | undefined {
  const days = new Set<string>()
  const places: HolidayPlace[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const place = placeIn(entry)
    if (place) places.push(place)
    else if (isDate(entry)) days.add(entry)
    else return undefined
  }
  return (at) => {
    const day = utcDay(at)
    if (days.has(day) || days.has(day.slice(5))) return true
    const isDay = (one: { readonly day: string }) => one.day === day
    return places.some((place) => holidaysIn(place, at.getUTCFullYear()).some(isDay))
  }
}

function placeIn(entry: string): HolidayPlace | undefined {
  const [, country, region] = /^([A-Z]{2})(?:-([A-Z0-9-]+))?$/.exec(entry) ?? []
  const place = country && { country, region }
  return place && isHolidayPlace(place) ? place : undefined
}

function isDate(entry: string): boolean {
  const date = /^\d\d-\d\d$/.test(entry) ? `2024-${entry}` : entry
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}
