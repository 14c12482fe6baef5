import assert from 'node:assert/strict'
import { getWorkingTime } from '#modules/calendar'
import {
  listClientNames,
  listNames,
  listPeopleIds,
  listReachable,
  platformCompanyId,
} from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import type { Orders } from '#modules/orders'
import type { Payments } from '#modules/payments'
import type { Products } from '#modules/products'
import type { SettingsReading } from '#platform/config'
import type { Conn } from '#platform/db'
import { publicUrlOf } from '#platform/deployment'
import type { Runtime } from '#platform/module'
import type { AttachmentAddresses } from './attachments/attachment-addresses.ts'
import type { SupportDeps } from './deps.ts'
import { parseBusinessHours } from './hours/business-hours.ts'
import { parseHolidays } from './hours/holidays.ts'
import { hoursForCompany } from './hours/hours-for-company.ts'
import { createReplyAddresses, type ReplyAddresses } from './mail/reply-address.ts'
import { parseTargets, supportSettings } from './settings.ts'
import { linkedRecords } from './tickets/linked-records.ts'

export type SupportNeeds = Runtime & {
  readonly incidents: Incidents
  readonly orders: Orders
  readonly payments: Payments
  readonly products: Products
}

export function depsFrom(needs: SupportNeeds, addresses: AttachmentAddresses): SupportDeps {
  const { settings, database, incidents, now } = needs
  const values = settings.of(supportSettings)
  const holidays = parseHolidays(values.SUPPORT_HOLIDAYS)
  const { SUPPORT_BUSINESS_HOURS: opening, SUPPORT_TIME_ZONE: timeZone } = values
  const hours = parseBusinessHours(opening, timeZone, holidays)
  const firstResponse = parseTargets(values.SUPPORT_FIRST_RESPONSE_MINUTES)
  const resolution = parseTargets(values.SUPPORT_RESOLUTION_MINUTES)
  assert(
    holidays && hours && firstResponse && resolution,
    'the settings were read without problems',
  )
  return {
    database,
    incidents,
    hoursFor: async (conn, companyId, at) =>
      hoursForCompany(hours, await getWorkingTime(conn, companyId), at),
    firstResponse,
    resolution,
    findLinked: linkedRecords(needs),
    namesOf: listNames,
    namesOfIntegrations,
    agentsOf: (conn, ids) =>
      ids
        ? listPeopleIds(conn, platformCompanyId, { ids })
        : listPeopleIds(conn, platformCompanyId, { role: 'operator' }),
    fileUrlOf: (attachmentId) => addresses.urlOf(attachmentId, now()),
    mail: {
      reachMembers: listReachable,
      reachAgents: (conn, ids) => listReachable(conn, platformCompanyId, ids),
      linkOf: linkTo(settings),
      teamAddress: values.SUPPORT_TEAM_ADDRESS,
      replyAddresses: replyAddressesFrom(needs),
    },
    now,
  }
}

/** The link to a ticket: the installation's own page, or else ours. */
function linkTo(settings: SettingsReading): SupportDeps['mail']['linkOf'] {
  const { SUPPORT_PAGE_URL: page } = settings.of(supportSettings)
  const own = `${publicUrlOf(settings)}/account/tickets`
  return (ticketId) => (page === undefined ? `${own}/${ticketId}` : `${page}#${ticketId}`)
}

async function namesOfIntegrations(
  conn: Conn,
  integrations: readonly { readonly companyId: string; readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const clients = integrations.map(({ companyId, id }) => ({ companyId, clientId: id }))
  const names = await listClientNames(conn, clients)
  return new Map(
    integrations.flatMap(({ id }, at) => {
      const name = names[at]?.clientName
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}

/** Undefined if the service takes no mail. */
export function replyAddressesFrom({ settings, sealKeys }: Runtime): ReplyAddresses | undefined {
  const { SUPPORT_INBOUND_DOMAIN: domain, SUPPORT_REPLY_DAYS: validDays } =
    settings.of(supportSettings)
  return domain === undefined ? undefined : createReplyAddresses({ sealKeys, domain, validDays })
}
