import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  CalendarView,
  ChangeCalendarBody,
  DaysQuery,
  DaysView,
  RegionsQuery,
  RegionsView,
  viewCalendar,
  viewDay,
} from './schemas.ts'
import type { Calendars } from './service.ts'

const tags = ['Companies']

export function calendarRoutes(calendars: Calendars): Routes {
  return async (http) => {
    addCalendarRoutes(http, calendars)
    addDayRoutes(http, calendars)
  }
}

function addCalendarRoutes(http: Http, calendars: Calendars): void {
  http.route({
    method: 'GET',
    url: '/api/v1/company/calendar',
    config: { access: 'person', operatorsToo: true },
    schema: {
      operationId: 'getCompanyCalendar',
      summary: 'Get the calendar of your company',
      description:
        'On which days your company works: the days of the week, without public holidays, and the exceptions. Reminders of approvals wait for working days.',
      tags,
      response: answers(CalendarView),
    },
    handler: async ({ actor }) => ok(viewCalendar(await calendars.read(actor))),
  })

  http.route({
    method: 'PATCH',
    url: '/api/v1/company/calendar',
    config: {
      access: 'company_admin',
      operatorsToo: true,
      fails: ['calendar.place_unknown', 'calendar.exception_repeated'],
    },
    schema: {
      operationId: 'changeCompanyCalendar',
      summary: 'Change the calendar of your company',
      description: 'What waits already keeps its time. The time zone is changed with the company.',
      tags,
      body: ChangeCalendarBody,
      response: answers(CalendarView),
    },
    handler: async ({ actor, body }) => ok(viewCalendar(await calendars.change(actor, body))),
  })
}

function addDayRoutes(http: Http, calendars: Calendars): void {
  http.route({
    method: 'GET',
    url: '/api/v1/company/calendar/days',
    config: {
      access: 'person',
      operatorsToo: true,
      localized: true,
      fails: ['calendar.range_invalid'],
    },
    schema: {
      operationId: 'listCalendarDays',
      summary: 'List calendar days of your company',
      description: 'Whether your company works on each day from `from` to `until`, and why.',
      tags,
      querystring: DaysQuery,
      response: answers(DaysView),
    },
    handler: async ({ actor, query, locale }) => {
      const days = await calendars.days(actor, query, locale)
      return ok({ days: days.map(viewDay) })
    },
  })

  http.route({
    method: 'GET',
    url: '/api/v1/company/calendar/regions',
    config: { access: 'person', operatorsToo: true },
    schema: {
      operationId: 'listHolidayRegions',
      summary: 'List holiday regions',
      description: 'A country without such regions, or that we do not know, has none.',
      tags,
      querystring: RegionsQuery,
      response: answers(RegionsView),
    },
    handler: async ({ actor, query }) => ok(await calendars.regions(actor, query.country)),
  })
}
