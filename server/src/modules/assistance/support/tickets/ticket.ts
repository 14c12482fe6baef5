import type { Id } from '#kernel/id'

export const ticketStates = [
  'OPEN',
  'PENDING_CUSTOMER',
  'PENDING_AGENT',
  'RESOLVED',
  'CLOSED',
] as const
export type TicketState = (typeof ticketStates)[number]

export const priorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
export type Priority = (typeof priorities)[number]

export const linkTypes = ['order', 'line', 'payment', 'product', 'return'] as const
export type LinkType = (typeof linkTypes)[number]

/** What a ticket is about. `orderId` is the order of a line or of a return. */
export type Link = {
  readonly type: LinkType
  readonly id: string
  readonly orderId: string | undefined
}

export const targetNames = ['FIRST_RESPONSE', 'RESOLUTION'] as const
export type TargetName = (typeof targetNames)[number]

/** The tickets that somebody reads: all, or those of a company or of a person. */
export type Scope = { readonly companyId?: string; readonly requesterId?: string }

export type Ticket = {
  readonly companyId: Id<'co'>
  readonly id: Id<'tkt'>
  /** What people call the ticket, such as `T-2026-000123`. Unique in the company. */
  readonly number: string
  readonly version: number
  readonly subject: string
  readonly state: TicketState
  readonly priority: Priority
  readonly requester: { readonly kind: 'PERSON' | 'INTEGRATION'; readonly id: string }
  /** An operator. */
  readonly assigneeId: string | undefined
  readonly openedAt: Date
  readonly changedAt: Date
  readonly resolvedAt: Date | undefined
  readonly closedAt: Date | undefined
  readonly firstResponse: {
    readonly minutes: number
    readonly dueAt: Date
    readonly at: Date | undefined
    readonly breachedAt: Date | undefined
  }
  readonly resolution: {
    readonly minutes: number
    /** Undefined while the clock is paused: the support desk waits for the customer, or the ticket is resolved. */
    readonly dueAt: Date | undefined
    /** The business time that is left while the clock is paused. */
    readonly leftMs: number
    readonly breachedAt: Date | undefined
  }
}

export type AuthorKind = 'PERSON' | 'INTEGRATION' | 'AGENT'

export type Message = {
  readonly companyId: Id<'co'>
  readonly ticketId: string
  readonly id: Id<'msg'>
  readonly author: { readonly kind: AuthorKind; readonly id: string }
  /** A note of the support desk. Customers never see it. */
  readonly internal: boolean
  readonly text: string
  readonly via: 'API' | 'EMAIL' | 'AUTOMATION'
  /** The mail has more text than the message: its quoted mail and its signature are kept for agents. */
  readonly isShortened: boolean
  readonly createdAt: Date
}

export type Attachment = {
  readonly companyId: Id<'co'>
  readonly id: Id<'att'>
  readonly ticketId: string | undefined
  readonly messageId: string | undefined
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly uploadedBy: string
  readonly createdAt: Date
}

/** A ticket can be reopened for so many days after it was resolved. Then it is closed. */
export const reopenDays = 14
export const linksMax = 20
export const attachmentsMax = 10
export const messagesMax = 500
export const textMax = 20_000
export const subjectMax = 200
/** The characters of a mail that are kept beside its message, for agents. */
export const mailTextMax = 50_000
/** How many messages an answer has. Older ones are read page by page. */
export const messagesShown = 100
