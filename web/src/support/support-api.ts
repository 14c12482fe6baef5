import { api, emptyBody, uploads } from '../api.ts'
import type { AuditEntry, Ticket, TicketAttachment, TicketWithMessages } from '../api-types.ts'

export async function getTicket(
  ticketId: string,
  signal: AbortSignal,
): Promise<TicketWithMessages> {
  const params = { path: { ticketId } }
  return (await api.get('/api/v1/support/tickets/{ticketId}', { params, signal })).data
}

/** The whole mail of a message that is only a part of it. */
export async function getMailText(
  ticketId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<string> {
  const params = { path: { ticketId, messageId } }
  const mail = '/api/v1/support/tickets/{ticketId}/messages/{messageId}/mail'
  return (await api.get(mail, { params, signal })).data.text
}

export async function writeMessage(
  ticketId: string,
  message: {
    readonly text: string
    readonly internal: boolean
    readonly attachmentIds: readonly string[]
  },
): Promise<void> {
  const params = { path: { ticketId } }
  const body = { ...message, attachmentIds: [...message.attachmentIds] }
  await api.post('/api/v1/support/tickets/{ticketId}/messages', { params, body })
}

export async function assignTicket(ticketId: string, assigneeId: string | null): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/assign', { params, body: { assigneeId } })
}

export async function resolveTicket(ticketId: string): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/resolve', { params, ...emptyBody })
}

export async function reopenTicket(ticketId: string): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/reopen', { params, ...emptyBody })
}

/** Nobody but the operator finds the file until a message uses it. */
export async function uploadFile(file: File): Promise<TicketAttachment> {
  const options = {
    params: { query: { name: file.name } },
    headers: { 'content-type': 'application/octet-stream' },
    body: file as unknown as string,
  }
  return (await uploads.post('/api/v1/support/attachments', options)).data
}

export async function changePriority(
  ticketId: string,
  priority: Ticket['priority'],
): Promise<void> {
  const params = { path: { ticketId } }
  await api.post('/api/v1/support/tickets/{ticketId}/priority', { params, body: { priority } })
}

const changes: readonly string[] = [
  'support.ticket_created',
  'support.ticket_prioritized',
  'support.ticket_assigned',
  'support.ticket_resolved',
  'support.ticket_reopened',
]

/** What was done with a ticket, the oldest first. Messages have entries in the audit log too, which are left out. */
export async function listChanges(ticketId: string, signal: AbortSignal): Promise<AuditEntry[]> {
  const query = { target: ticketId, limit: 100 }
  const { data } = await api.get('/admin/audit', { params: { query }, signal })
  return data.filter(({ action }) => changes.includes(action)).reverse()
}

export type Agent = { readonly id: string; readonly name: string }

export async function listAgents(signal: AbortSignal): Promise<Agent[]> {
  return (await api.get('/api/v1/support/agents', { signal })).data
}

/** The file through this server, which adds the operator's token. */
export const fileAddress = (url: string): string => `/admin/api${url}`
