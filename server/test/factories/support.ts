import { listNames, listPeopleIds, listReachable, platformCompanyId } from '#modules/identity'
import { createIncidents } from '#modules/incidents'
import {
  createSupport,
  parseBusinessHours,
  type Support,
  type SupportDeps,
  workOnTickets,
} from '#modules/support'
import type { Database } from '#platform/db'
import { type APerson, aCompany, aPerson } from './identity.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The support desk on a real database. It works from nine to five in Berlin, from Monday to Friday. */
export function aSupportDesk(database: Database, now: () => Date) {
  const hours = parseBusinessHours('MON-FRI 09:00-17:00', 'Europe/Berlin')
  if (!hours) throw new Error('no business hours')
  const incidents = createIncidents({ database, now })
  const deps: SupportDeps = {
    database,
    incidents,
    hoursFor: async () => hours,
    firstResponse: { LOW: 960, NORMAL: 480, HIGH: 240, URGENT: 60 },
    resolution: { LOW: 4_800, NORMAL: 2_400, HIGH: 960, URGENT: 480 },
    findLinked: async (_conn, _actor, { type, id }) => ({ type, id, orderId: undefined }),
    namesOf: listNames,
    namesOfIntegrations: async () => new Map(),
    agentsOf: (conn, ids) =>
      listPeopleIds(conn, platformCompanyId, ids ? { ids } : { role: 'operator' }),
    fileUrlOf: (attachmentId) => `https://shop.example.com/files/${attachmentId}`,
    mail: {
      reachMembers: listReachable,
      reachAgents: (conn, ids) => listReachable(conn, platformCompanyId, ids),
      linkOf: (ticketId) => `https://shop.example.com/support#${ticketId}`,
      teamAddress: 'team@purveyor.example',
      replyAddresses: undefined,
    },
    now,
  }
  const support: Support = createSupport(deps)
  return { support, incidents, deps, work: () => workOnTickets({ ...deps, log }) }
}

export type Desk = {
  readonly buyer: APerson
  readonly agent: APerson
  readonly ask: (input?: Partial<Parameters<Support['create']>[1]>) => Promise<string>
}

/** A customer and an agent of a support desk. */
export async function aCustomer(database: Database, support: Support): Promise<Desk> {
  const companyId = await aCompany(database)
  const buyer = await aPerson(database, { companyId })
  const agent = await aPerson(database, { companyId, role: 'operator' })
  return {
    buyer,
    agent,
    ask: async (input = {}) => {
      const body = { subject: 'Open boxes', message: 'Two boxes were open.', ...input }
      return (await support.create(buyer.actor, body)).ticket.id
    },
  }
}
