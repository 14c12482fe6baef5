import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api } from '../api.ts'
import type { PageQuery } from '../paged-list.tsx'
import { uploadFiles } from '../upload-files.ts'
import type { TicketsSearch } from './tickets-address.ts'

export type TicketSummary = ItemOf<paths['/api/v1/support/tickets']['get']>
export type Ticket = DataOf<paths['/api/v1/support/tickets/{ticketId}']['get']>
export type TicketMessage = Ticket['messages'][number]

const ticketsPath = '/api/v1/support/tickets'
const ticketPath = `${ticketsPath}/{ticketId}` as const

export const ticketKey = (ticketId: string) => ['ticket', ticketId]

export function listTickets({ q, state }: TicketsSearch, page: PageQuery, signal: AbortSignal) {
  const query = { ...page, ...(q && { number: q }), ...(state && { state }) }
  return api.get(ticketsPath, { params: { query }, signal })
}

export async function getTicket(ticketId: string, signal: AbortSignal): Promise<Ticket> {
  return (await api.get(ticketPath, { params: { path: { ticketId } }, signal })).data
}

/** `orderId`: the order that the question is about. */
export async function openTicket(form: FormData, orderId: string | undefined) {
  const body = {
    subject: textIn(form, 'subject'),
    message: textIn(form, 'message'),
    ...(orderId !== undefined && { links: [{ type: 'order' as const, id: orderId }] }),
    ...(await filesIn(form)),
  }
  return (await api.post(ticketsPath, { body })).data
}

export async function writeMessage(ticketId: string, form: FormData): Promise<void> {
  const body = { text: textIn(form, 'message'), ...(await filesIn(form)) }
  await api.post(`${ticketPath}/messages`, { params: { path: { ticketId } }, body })
}

export async function resolve(ticketId: string): Promise<void> {
  await api.post(`${ticketPath}/resolve`, { params: { path: { ticketId } }, ...emptyBody })
}

export async function reopen(ticketId: string): Promise<void> {
  await api.post(`${ticketPath}/reopen`, { params: { path: { ticketId } }, ...emptyBody })
}

function textIn(form: FormData, field: string): string {
  return String(form.get(field) ?? '').trim()
}

async function filesIn(form: FormData) {
  const attachmentIds = await uploadFiles('/api/v1/support/attachments', form)
  return attachmentIds.length > 0 ? { attachmentIds } : {}
}
