import type { Words } from '../../language/words.ts'
import type { Schedule } from './standing-api.ts'

/** The day of the week by its number: 1 is Monday. */
export function weekdayName({ language }: Pick<Words, 'language'>, weekday: number): string {
  // 1 January 2001 was a Monday.
  const date = new Date(Date.UTC(2001, 0, weekday))
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date)
}

export function scheduleInWords(words: Words, { every, unit, on, until }: Schedule): string {
  const { t, day } = words
  const dates =
    unit === 'WEEK'
      ? t('standing.everyWeek', { every, weekday: weekdayName(words, on) })
      : t('standing.everyMonth', { every, day: on })
  return until === undefined ? dates : t('standing.until', { dates, day: day(until) })
}
