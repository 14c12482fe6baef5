import { type Static, Type } from 'typebox'
import { isTimeZone } from '#kernel/time-zone'
import { defineSettings, type SettingProblem } from '#platform/config'
import { parseBusinessHours } from './hours/business-hours.ts'
import { parseHolidays } from './hours/holidays.ts'
import { type Priority, priorities } from './tickets/ticket.ts'

export const supportSettings = defineSettings(
  'support',
  Type.Object({
    SUPPORT_BUSINESS_HOURS: Type.String({
      default: 'MON-FRI 09:00-17:00',
      maxLength: 500,
      description:
        'When the support desk works: days and hours, separated by commas, such as MON-FRI 09:00-17:00, SAT 10:00-14:00.',
    }),
    SUPPORT_TIME_ZONE: Type.String({
      default: 'UTC',
      maxLength: 64,
      description: 'The time zone of SUPPORT_BUSINESS_HOURS, such as Europe/Berlin.',
    }),
    SUPPORT_HOLIDAYS: Type.String({
      default: '',
      maxLength: 2_000,
      example: 'DE-BY, 12-24, 2026-10-02',
      description:
        'The days on which the support desk is closed, separated by commas: countries and regions, whose public holidays it keeps (such as AT or DE-BY), days of each year (12-24), and single days (2026-10-02).',
    }),
    SUPPORT_FIRST_RESPONSE_MINUTES: Type.String({
      default: 'URGENT=60, HIGH=240, NORMAL=480, LOW=960',
      description:
        'The business minutes within which the support desk answers a new ticket, for each priority.',
    }),
    SUPPORT_RESOLUTION_MINUTES: Type.String({
      default: 'URGENT=480, HIGH=960, NORMAL=2400, LOW=4800',
      description:
        'The business minutes within which a ticket is resolved, for each priority. The clock is paused while the customer is asked.',
    }),
    SUPPORT_TEAM_ADDRESS: Type.Optional(
      Type.String({
        pattern: '^[^\\s<>,;:"()@]+@[^\\s<>,;:"()@]+$',
        maxLength: 254,
        example: 'support@example.com',
        description:
          'Gets a mail when a customer writes in a ticket that no operator works on, for example in a new one.',
      }),
    ),
    SUPPORT_INBOUND_SMTP_PORT: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description:
          'A process with the role worker takes replies to tickets by SMTP at this port. Without it the service takes no mail.',
      }),
    ),
    SUPPORT_INBOUND_SMTP_HOST: Type.String({
      default: '127.0.0.1',
      maxLength: 255,
      description:
        'The address at which SUPPORT_INBOUND_SMTP_PORT listens. Keep it private: your mail server relays to it.',
    }),
    SUPPORT_INBOUND_DOMAIN: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,180}[A-Za-z0-9])?$',
        example: 'replies.example.com',
        description:
          'The domain of signed reply addresses. Your mail server relays its mail to SUPPORT_INBOUND_SMTP_PORT.',
      }),
    ),
    SUPPORT_REPLY_DAYS: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 1_000,
      description: 'Days for which a reply address takes mail.',
    }),
    SUPPORT_PAGE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^#\\s]+$',
        example: 'https://shop.example.com/support',
        description:
          'The page where people read their tickets. The id of the ticket follows behind a #. Without it mails lead to our own page, `/account/tickets`.',
      }),
    ),
  }),
  (values) => {
    const problems: SettingProblem[] = []
    if (!isTimeZone(values.SUPPORT_TIME_ZONE)) {
      problems.push({ name: 'SUPPORT_TIME_ZONE', problem: 'names no time zone' })
    } else if (!parseBusinessHours(values.SUPPORT_BUSINESS_HOURS, values.SUPPORT_TIME_ZONE)) {
      problems.push({
        name: 'SUPPORT_BUSINESS_HOURS',
        problem: 'must be like MON-FRI 09:00-17:00, SAT 10:00-14:00, without overlaps',
      })
    }
    if (!parseHolidays(values.SUPPORT_HOLIDAYS)) {
      problems.push({
        name: 'SUPPORT_HOLIDAYS',
        problem: 'must be like DE-BY, 12-24, 2026-10-02, with countries and regions of ISO 3166',
      })
    }
    const { SUPPORT_INBOUND_SMTP_PORT: port, SUPPORT_INBOUND_DOMAIN: domain } = values
    if ((port === undefined) !== (domain === undefined)) {
      problems.push({
        name: 'SUPPORT_INBOUND_SMTP_PORT',
        problem: 'needs SUPPORT_INBOUND_DOMAIN, and the other way round',
      })
    }
    for (const name of ['SUPPORT_FIRST_RESPONSE_MINUTES', 'SUPPORT_RESOLUTION_MINUTES'] as const) {
      if (parseTargets(values[name])) continue
      problems.push({
        name,
        problem: `must name minutes from 1 to ${minutesMax} for each of ${priorities.join(', ')}`,
      })
    }
    return problems
  },
)

export type SupportSettings = Static<(typeof supportSettings)['schema']>

export type Targets = Readonly<Record<Priority, number>>

/** With eight hours a day it is almost a year. */
const minutesMax = 100_000

/** Reads `URGENT=60, HIGH=240, NORMAL=480, LOW=960`. Every priority has to be there once. */
export function parseTargets(text: string): Targets | undefined {
  const pairs = text.split(',').map((part) => part.trim().split('='))
  const targets = new Map(pairs.map(([name = '', minutes = '']) => [name, Number(minutes)]))
  const areGood = [...targets.values()].every(
    (minutes) => Number.isInteger(minutes) && minutes >= 1 && minutes <= minutesMax,
  )
  const areAll = pairs.length === priorities.length && priorities.every((name) => targets.has(name))
  return areGood && areAll ? (Object.fromEntries(targets) as Targets) : undefined
}
