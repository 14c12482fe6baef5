import { Type } from 'typebox'
import { countryForm } from '#kernel/code-forms'
import { record } from '#kernel/record'
import { type Calendar, type CalendarDay, dayKinds, weekdays } from './calendar.ts'

const dayForm = { format: 'date' as const, maxLength: 10 }
const Day = Type.String(dayForm)
const WeekdayName = Type.Enum([...weekdays])

const placeExample = { country: 'DE', region: 'BY' }

const Place = record(
  'HolidayPlace',
  'The country, and perhaps the region, whose public holidays a company keeps.',
  {
    country: Type.String({
      pattern: countryForm,
      maxLength: 2,
      description: 'ISO 3166-1 alpha-2.',
    }),
    region: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        description:
          'A part of the country, mostly by ISO 3166-2 without the country: BY. `GET /api/v1/company/calendar/regions` lists them.',
      }),
    ),
  },
  { examples: [placeExample] },
)

const exceptionExample = { day: '2026-12-24', working: false, name: 'Plant holidays' }

const Exception = record(
  'CalendarException',
  'A day on which a company is closed, or on which it works although it is a weekend or a public holiday.',
  {
    day: Day,
    working: Type.Boolean(),
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  },
  { examples: [exceptionExample] },
)

const fields = {
  workingDays: Type.Array(WeekdayName, { minItems: 1, maxItems: 7, uniqueItems: true }),
  holidays: Type.Union([Place, Type.Null()], {
    description:
      'Whose public holidays the company keeps. Null: none. Until you change your calendar, those of the country of your company.',
  }),
  exceptions: Type.Array(Exception, {
    maxItems: 500,
    description: 'The days that differ. The list replaces the one before.',
  }),
}

const calendarExample = {
  workingDays: ['MON' as const, 'TUE' as const, 'WED' as const, 'THU' as const, 'FRI' as const],
  holidays: placeExample,
  exceptions: [exceptionExample],
}

export const ChangeCalendarBody = record(
  'ChangeCalendar',
  'The parts of your calendar that change.',
  {
    workingDays: Type.Optional(fields.workingDays),
    holidays: Type.Optional(fields.holidays),
    exceptions: Type.Optional(fields.exceptions),
  },
  { minProperties: 1, examples: [{ holidays: placeExample }] },
)

export const CalendarView = record(
  'CompanyCalendar',
  'The days on which a company works.',
  {
    timeZone: Type.String({ description: 'It is changed with the company.' }),
    ...fields,
  },
  { examples: [{ timeZone: 'Europe/Berlin', ...calendarExample }] },
)

export const DaysQuery = Type.Object({
  from: Type.Optional(
    Type.String({ ...dayForm, description: 'Default: today in the time zone of your company.' }),
  ),
  until: Type.Optional(
    Type.String({
      ...dayForm,
      description: 'At most 400 days later. Default: 30 days after `from`.',
    }),
  ),
})

export const DaysView = record(
  'CalendarDays',
  'Days of a calendar, one after the other.',
  {
    days: Type.Array(
      record(
        'CalendarDay',
        'Whether a company works on a day, and why.',
        {
          day: Day,
          weekday: WeekdayName,
          working: Type.Boolean(),
          kind: Type.Enum([...dayKinds]),
          name: Type.Optional(
            Type.String({ description: 'The name of the holiday or of the exception.' }),
          ),
        },
        {
          examples: [
            {
              day: '2026-12-25',
              weekday: 'FRI',
              working: false,
              kind: 'HOLIDAY',
              name: 'Christmas Day',
            },
          ],
        },
      ),
    ),
  },
  {
    examples: [
      { days: [{ day: '2026-12-23', weekday: 'WED', working: true, kind: 'WORKING_DAY' }] },
    ],
  },
)

export const RegionsQuery = Type.Object({
  country: Type.Optional(
    Type.String({
      pattern: countryForm,
      maxLength: 2,
      description: 'Default: the country of your company.',
    }),
  ),
})

export const RegionsView = record(
  'HolidayRegions',
  'The parts of a country that have public holidays of their own.',
  {
    country: Type.String(),
    regions: Type.Array(
      record(
        'HolidayRegion',
        'A part of a country that has public holidays of its own.',
        { code: Type.String(), name: Type.String() },
        { examples: [{ code: 'BY', name: 'Bayern' }] },
      ),
    ),
  },
  { examples: [{ country: 'DE', regions: [{ code: 'BY', name: 'Bayern' }] }] },
)

export function viewCalendar(calendar: Calendar): Type.Static<typeof CalendarView> {
  const { timeZone, workingDays, holidays, exceptions } = calendar
  return {
    timeZone,
    workingDays: [...workingDays],
    holidays: holidays ? { country: holidays.country, ...regionOf(holidays.region) } : null,
    exceptions: [...exceptions],
  }
}

const regionOf = (region: string | undefined) => (region === undefined ? {} : { region })

export function viewDay({ name, ...day }: CalendarDay) {
  return { ...day, ...(name !== undefined && { name }) }
}
