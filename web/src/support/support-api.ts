import { api, type Page, pageOf, queryOf } from '../api.ts'
import type { Ticket, TicketWithMessages } from '../api-types.ts'
import type { ChoiceOf } from '../lists/choices.ts'

/** `QUEUE`: the tickets whose clock runs, the most urgent first. `LATE`: those of them that missed a target. */
export type TicketChoice = ChoiceOf<'tickets'>

const empty = { body: {} } as object

export async function listTickets(
  choice: TicketChoice | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<Ticket>> {
  const query = { ...queryOf({ cursor }), ...filterOf(choice) }
  return pageOf(await api.get('/api/v1/support/tickets', { params: { query }, signal }))
}

function filterOf(choice: TicketChoice | undefined) {
  if (choice === undefined) return {}
  if (choice === 'QUEUE') return { sort: 'target' as const }
  if (choice === 'LATE') return { sort: 'target' as const, breached: true }
  return { state: choice }
}

export async function getTicket(
  ticketId: string,
  signal: AbortSignal,
): Promise<TicketWithMessages> {
  const params = { path: { ticketId } }
  return (await api.get('/api/v1/support/tickets/{ticketId}', { params, signal })).data
}

export async function writeMessage(
  ticketId: string,
  body: { readonly text: string; readonly internal: boolean },
): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/messages', { params, body })
}

export async function assignTicket(ticketId: string, assigneeId: string | null): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/assign', { params, body: { assigneeId } })
}

export async function resolveTicket(ticketId: string): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/resolve', { params, ...empty })
}

export async function reopenTicket(ticketId: string): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/reopen', { params, ...empty })
}

export async function listAgents(signal: AbortSignal): Promise<{ id: string; name: string }[]> {
  return (await api.get('/api/v1/support/agents', { signal })).data
}

/** The file through this server, which adds the operator's token. */
export const fileAddress = (url: string): string => `/admin/api${url}`
