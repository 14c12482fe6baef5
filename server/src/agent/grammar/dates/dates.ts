import * as chronoGerman from 'chrono-node/de'
import * as chronoEnglish from 'chrono-node/en'
import type { NeededBy } from '../../brief.ts'
import type { Language } from '../numbers/number-found.ts'
import {
  addDays,
  type Day,
  dayOf,
  endOfMonth,
  endOfWeek,
  existingDay,
  fridayOfIsoWeek,
  isoOf,
  isoYearOf,
} from './days.ts'

export type DateFound = {
  readonly value: NeededBy
  /** Another day that the same figures can mean. */
  readonly other: NeededBy | undefined
  readonly start: number
  readonly end: number
}

const months: Readonly<Record<string, number>> = {
  january: 1,
  jan: 1,
  januar: 1,
  jänner: 1,
  february: 2,
  feb: 2,
  februar: 2,
  march: 3,
  mar: 3,
  märz: 3,
  mrz: 3,
  april: 4,
  apr: 4,
  may: 5,
  mai: 5,
  june: 6,
  jun: 6,
  juni: 6,
  july: 7,
  jul: 7,
  juli: 7,
  august: 8,
  aug: 8,
  september: 9,
  sept: 9,
  sep: 9,
  october: 10,
  oct: 10,
  oktober: 10,
  okt: 10,
  november: 11,
  nov: 11,
  december: 12,
  dec: 12,
  dezember: 12,
  dez: 12,
}
const monthNames = Object.keys(months)
  .sort((one, other) => other.length - one.length)
  .join('|')
const weekdays =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag'
const countWords =
  'one|two|three|four|five|six|seven|eight|nine|ten|twelve|a|an|ein|einer|einem|eine|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|14|vierzehn'
const within = String.raw`(?:within|in|innerhalb|binnen)(?:\s(?:the\snext|den\snächsten|von|about|ca\.|etwa|max\.))?`

/**
 * Where dates may be. A quantifier never follows another that could match the same text, so the search takes linear time; what a
 * match means is decided below, on a few dozen characters.
 */
const candidates = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/-])(?:` +
    [
      String.raw`(?<iso>\d{4}-\d{2}-\d{2})`,
      String.raw`(?<dotted>\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4}|\d{2})?(?!\d))`,
      String.raw`(?<slashed>\d{1,2}/\d{1,2}/\d{2,4})`,
      String.raw`(?<week>(?:kw|kalenderwoche|calendar\sweek|week|cw|wk)\.?\s?(?<weekNumber>\d{1,2})(?:\s?[/,]?\s?(?<weekYear>20\d\d))?(?!\d)|(?<weekBefore>\d{1,2})\.\s?(?:kw|kalenderwoche)(?:\s(?<yearBehind>20\d\d))?(?!\d))`,
      String.raw`(?<part>(?:(?:the\s)?(?:beginning|start|middle|mid|end|(?:first|1st|second|2nd)\shalf)(?:\sof)?|early|late|mid|anfang|mitte|ende|(?:erste[nr]?|zweite[nr]?)\shälfte)[\s-](?:(?:of|des|dieses|der|dieser|the|this)\s)?(?<partOf>(?:nächste[nrs]?\s|next\s)?(?:month|monats?|week|woche|year|jahres|quartals?|quarter)|(?:${monthNames})\b\.?(?:\s20\d\d)?))`,
      String.raw`(?<relative>${within}\s(?:\d{1,3}\s?(?:-|–|to|bis|or|oder)\s?)?(?<count>\d{1,3}|${countWords})\s(?<span>business\sdays|working\sdays|werktagen|arbeitstagen|days?|tag(?:en|e)?|weeks?|wochen?|months?|monat(?:en|e|s)?)(?![\p{L}]))`,
      String.raw`(?<quarter>q(?<quarterNumber>[1-4])(?:[\s/](?<quarterYear>20\d\d))?)`,
      String.raw`(?<next>(?:next|this|nächste[nrs]?|kommende[nrs]?|diese[nrs]?)\s(?<nextWhat>week|month|year|woche|monats?|jahr(?:es)?))`,
      String.raw`(?<nextDay>(?:next|coming|this|nächste[nr]?|kommende[nr]?|diese[nr]?)\s(?:${weekdays}))`,
      String.raw`(?<spoken>(?:(?:the\s)?\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s)?(?:${monthNames})\b\.?(?:,?\s20\d\d)?|(?:${monthNames})\b\.?\s\d{1,2}(?:st|nd|rd|th)?(?!\d|\.\d|\s(?:pieces|x))(?:,?\s20\d\d)?|tomorrow|today|übermorgen|heute|day\safter\stomorrow|(?:${weekdays})(?!\s(?:is|we)\b)))`,
      String.raw`(?<tomorrow>morgen)(?!\p{L}|\szusammen)`,
      String.raw`(?<month>(?:in|im|delivery:?|lieferung:?|liefertermin:?|due|by|bis|until|before|vor|during|for|ab)\s(?<monthName>${monthNames})\b\.?(?:\s(?<monthYear>20\d\d))?(?!\s\d))`,
    ].join('|') +
    String.raw`)(?![\p{L}])`,
  'giu',
)
/** A message with more dates is no brief. What a candidate means takes long to find out, so their number is limited. */
const candidatesMax = 100

export type DateContext = {
  readonly language: Language
  readonly today: Day
  /** 12/03 is the third of December in the United States alone. */
  readonly order: 'day-first' | 'month-first' | 'unknown'
}

/** The dates of a text, in its order. */
export function findDates(text: string, context: DateContext): DateFound[] {
  const found: DateFound[] = []
  let looked = 0
  for (const match of text.matchAll(candidates)) {
    looked += 1
    if (looked > candidatesMax) break
    const [value, other] = readingsOf(match[0], match.groups ?? {}, context)
    if (!value) continue
    const end = match.index + match[0].length
    found.push({ value, other, start: match.index, end })
  }
  return found
}

type Groups = Readonly<Record<string, string | undefined>>

/** What a candidate can mean, the likeliest first. */
function readingsOf(
  text: string,
  groups: Groups,
  context: DateContext,
): readonly (NeededBy | undefined)[] {
  return groups.slashed ? slashedOf(groups.slashed, context) : [meaningOf(text, groups, context)]
}

function meaningOf(text: string, groups: Groups, context: DateContext): NeededBy | undefined {
  const { today } = context
  if (groups.week) return weekOf(groups, today)
  if (groups.part)
    return partOf(groups.part.toLowerCase(), groups.partOf?.toLowerCase() ?? '', today)
  if (groups.quarter) return quarterOf(groups, today)
  if (groups.next) return periodOf(groups.next.toLowerCase(), today)
  if (groups.month) return monthOf(text.toLowerCase(), groups, today)
  if (groups.relative) return relativeOf(groups, today)
  if (groups.tomorrow) return day(addDays(today, 1))
  if (groups.dotted) return dottedOf(groups.dotted, today)
  return byChrono(text, context)
}

const day = (value: Day): NeededBy => ({ date: isoOf(value), precision: 'day' })

function weekOf(groups: Groups, today: Day): NeededBy | undefined {
  const weekNumber = groups.weekNumber ?? groups.weekBefore
  const weekYear = groups.weekYear ?? groups.yearBehind
  const year = weekYear === undefined ? isoYearOf(today) : Number(weekYear)
  const years = weekYear === undefined ? [year, year + 1] : [year]
  const fridays = years.map((one) => fridayOfIsoWeek(one, Number(weekNumber)))
  // A week is over on its Sunday.
  const friday = fridays.find(
    (one) => one && (weekYear !== undefined || isoOf(addDays(one, 2)) >= isoOf(today)),
  )
  return friday && { date: isoOf(friday), precision: 'week' }
}

function partOf(part: string, of: string, today: Day): NeededBy | undefined {
  const which = /^(?:the )?(?:beginning|start|early|anfang)/.test(part)
    ? 'early'
    : /^(?:the )?(?:mid|middle|mitte|first|1st|erste)/.test(part)
      ? 'middle'
      : 'end'
  const isNext = /^(?:nächste|next)/.test(of)
  if (/week|woche/.test(of)) {
    const friday = endOfWeek(addDays(today, isNext ? 7 : 0))
    const back = { early: 4, middle: 2, end: 0 }[which]
    const date = isoOf(addDays(friday, -back))
    const isOver = !isNext && date < isoOf(today)
    return { date: isOver ? isoOf(addDays(friday, 7 - back)) : date, precision: 'week' }
  }
  if (/year|jahr/.test(of)) {
    const year = today.year + (isNext ? 1 : 0)
    const month = { early: 1, middle: 6, end: 12 }[which]
    return inMonth({ year, month, day: 1 }, 'end')
  }
  if (/quart/.test(of)) {
    const month = Math.ceil(today.month / 3) * 3 + (isNext ? 3 : 0)
    return inMonth(dayOf(today.year, month, 1), 'end')
  }
  if (/month|monat/.test(of)) {
    const month = inMonth(dayOf(today.year, today.month + (isNext ? 1 : 0), 1), which)
    const isOver = !month || month.date < isoOf(today)
    return isOver ? inMonth(dayOf(today.year, today.month + 1, 1), which) : month
  }
  const [name = '', year] = of.split(/\.?\s/)
  const first = monthAhead(months[name.replace('.', '')] ?? 0, year, today)
  const found = inMonth(first, which)
  const isOver = found && year === undefined && found.date < isoOf(today)
  return isOver && first ? inMonth({ ...first, year: first.year + 1 }, which) : found
}

function inMonth(first: Day | undefined, which: 'early' | 'middle' | 'end'): NeededBy | undefined {
  if (!first) return undefined
  const date = {
    early: { ...first, day: 10 },
    middle: { ...first, day: 15 },
    end: endOfMonth(first),
  }
  return { date: isoOf(date[which]), precision: 'month' }
}

function monthAhead(month: number, year: string | undefined, today: Day): Day | undefined {
  if (month === 0) return undefined
  const isPast = year === undefined && month < today.month
  return { year: Number(year ?? today.year) + (isPast ? 1 : 0), month, day: 1 }
}

function quarterOf({ quarterNumber, quarterYear }: Groups, today: Day): NeededBy | undefined {
  return inMonth(monthAhead(Number(quarterNumber) * 3, quarterYear, today), 'end')
}

/** `next month` ends with that month, and `next week` with its Friday. */
function periodOf(text: string, today: Day): NeededBy | undefined {
  const isNext = !/^(?:this|diese)/.test(text)
  if (/week|woche/.test(text)) {
    return { date: isoOf(endOfWeek(addDays(today, isNext ? 7 : 0))), precision: 'week' }
  }
  if (/year|jahr/.test(text))
    return inMonth({ year: today.year + (isNext ? 1 : 0), month: 12, day: 1 }, 'end')
  return inMonth(dayOf(today.year, today.month + (isNext ? 1 : 0), 1), 'end')
}

/** `in May` ends with May. `by May` and `before May` are over when May begins. */
function monthOf(text: string, { monthName, monthYear }: Groups, today: Day): NeededBy | undefined {
  const first = monthAhead(months[monthName?.toLowerCase() ?? ''] ?? 0, monthYear, today)
  if (!first || /^(?:for|ab)/.test(text)) return undefined
  if (/^(?:in|im|during|delivery|lief|due)/.test(text)) return inMonth(first, 'end')
  const date = isoOf(/^(?:before|vor)/.test(text) ? addDays(first, -1) : first)
  // “By May” that is said in May.
  return date < isoOf(today) ? inMonth(first, 'end') : { date, precision: 'month' }
}

const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  ein: 1,
  eine: 1,
  einer: 1,
  einem: 1,
  two: 2,
  zwei: 2,
  three: 3,
  drei: 3,
  four: 4,
  vier: 4,
  five: 5,
  fünf: 5,
  six: 6,
  sechs: 6,
  seven: 7,
  sieben: 7,
  eight: 8,
  acht: 8,
  nine: 9,
  neun: 9,
  ten: 10,
  zehn: 10,
  twelve: 12,
  zwölf: 12,
  vierzehn: 14,
}

function relativeOf({ count = '', span = '' }: Groups, today: Day): NeededBy {
  const number = counts[count.toLowerCase()] ?? Number(count)
  const of = span.toLowerCase()
  if (/^(?:month|monat)/.test(of)) {
    const first = dayOf(today.year, today.month + number, 1)
    const last = endOfMonth(first).day
    return day({ ...first, day: Math.min(today.day, last) })
  }
  if (/^(?:business|working|werktag|arbeitstag)/.test(of)) return day(addWorkingDays(today, number))
  return day(addDays(today, /^wo|^week/.test(of) ? number * 7 : number))
}

function addWorkingDays(today: Day, number: number): Day {
  let at = today
  for (let left = number; left > 0; ) {
    at = addDays(at, 1)
    const weekday = new Date(`${isoOf(at)}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return at
}

function dottedOf(text: string, today: Day): NeededBy | undefined {
  const [dayOfMonth, month, year] = text.split('.').map((one) => one.trim())
  return dateOf(Number(dayOfMonth), Number(month), year, today)
}

/** 03/04/2026 has two readings, and a plain `en` says not which of them is meant. */
function slashedOf(text: string, { order, today }: DateContext): readonly NeededBy[] {
  const [one = '', other = '', year = ''] = text.split('/')
  const dayFirst = dateOf(Number(one), Number(other), year, today)
  const monthFirst = dateOf(Number(other), Number(one), year, today)
  const readings = order === 'day-first' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
  const dates = readings.filter((reading) => reading !== undefined)
  const ahead = dates.filter(({ date }) => date >= isoOf(today))
  // A day that has passed is no wish while the other reading lies ahead.
  const possible = ahead.length > 0 ? ahead : dates
  const isSame = possible[0]?.date === possible[1]?.date
  return order === 'unknown' && !isSame ? possible : possible.slice(0, 1)
}

function dateOf(
  dayOfMonth: number,
  month: number,
  year: string | undefined,
  today: Day,
): NeededBy | undefined {
  const named = year ? (year.length === 2 ? 2_000 + Number(year) : Number(year)) : undefined
  const inYear = (of: number) => ({ year: of, month, day: dayOfMonth })
  const first = inYear(named ?? today.year)
  const date = named === undefined && isoOf(first) < isoOf(today) ? inYear(today.year + 1) : first
  const existing = existingDay(date)
  return existing && day(existing)
}

function byChrono(text: string, { language, today }: DateContext): NeededBy | undefined {
  const parser =
    language === 'de' && !/\b(?:tomorrow|today)\b/i.test(text) ? chronoGerman : chronoEnglish
  const instant = new Date(Date.UTC(today.year, today.month - 1, today.day, 12))
  const reference = { instant, timezone: 0 }
  const [result] = [parser, parser === chronoGerman ? chronoEnglish : chronoGerman].flatMap((one) =>
    one.parse(text, reference, { forwardDate: true }).slice(0, 1),
  )
  if (!result) return undefined
  const { start } = result
  const [year, month, dayOfMonth] = [start.get('year'), start.get('month'), start.get('day')]
  if (year === null || month === null || dayOfMonth === null) return undefined
  const existing = existingDay({ year, month, day: dayOfMonth })
  return existing && day(existing)
}
