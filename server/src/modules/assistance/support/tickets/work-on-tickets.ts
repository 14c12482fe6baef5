import type { Database } from '#platform/db'
import { finish, type Loop, runLoop, type WorkLog, workOn } from '#platform/leases'
import type { Wake } from '#platform/wake'
import type { SupportDeps } from '../deps.ts'
import type { TicketRow } from '../tables.ts'
import { afterClosing, closesAt, withBreaches } from './lifecycle.ts'
import { listLinks } from './message-store.ts'
import { saveStep } from './note-step.ts'
import { lockTicket, ticketsQueue, updateTicket } from './ticket-store.ts'
import { ticketsTopic } from './topics.ts'

const batchMax = 50

/** Records missed targets, and closes tickets 14 days after they were resolved. */
export function supportWorkers(
  deps: SupportDeps & { readonly wake: Wake; readonly log: WorkLog },
): readonly Loop[] {
  return [
    runLoop({
      name: 'support.tickets',
      wake: deps.wake,
      topics: [ticketsTopic],
      work: () => workOnTickets(deps),
      log: deps.log,
    }),
  ]
}

/** Claims one batch of due tickets. Returns how many it claimed. A second run changes nothing: each step is made once. */
export function workOnTickets(
  deps: SupportDeps & { readonly database: Database; readonly log: WorkLog },
): Promise<number> {
  const { pool } = deps.database
  return workOn<TicketRow>(deps, ticketsQueue, batchMax, async (rows, lease) => {
    for (const row of rows) {
      try {
        await workOnTicket(deps, row)
      } catch (error) {
        deps.log.error({ err: error, ticketId: row.id }, 'A due ticket could not be worked on.')
      }
      // A ticket that changed has no lease any more. Then this changes nothing.
      await finish(pool, ticketsQueue, lease, [row], {})
    }
  })
}

async function workOnTicket(deps: SupportDeps, row: TicketRow): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const ticket = await lockTicket(tx, { companyId: row.company_id }, row.id)
    if (!ticket) return
    if (ticket.state === 'RESOLVED' && ticket.resolvedAt && closesAt(ticket.resolvedAt) <= now) {
      await updateTicket(tx, afterClosing(ticket, now))
      return
    }
    const step = withBreaches(ticket, now)
    const links = (await listLinks(tx, [ticket])).get(ticket.id) ?? []
    // Without a breach this only sets the next due time, because the ticket has changed since it was claimed.
    await saveStep(deps, tx, step, links, now)
  })
}
