import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { TicketLink } from './events.ts'
import { openBreaches } from './tickets/lifecycle.ts'
import type { Names, SeenMessage, SeenTicket } from './tickets/read-tickets.ts'
import {
  type Attachment,
  attachmentsMax,
  linksMax,
  linkTypes,
  mailTextMax,
  priorities,
  subjectMax,
  textMax,
  ticketStates,
} from './tickets/ticket.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Instant = Type.String({ format: 'date-time' })
const Text = Type.String({
  minLength: 1,
  maxLength: textMax,
  pattern: '\\S',
  description: 'Plain text.',
})
const AttachmentIds = Type.Array(Id, {
  maxItems: attachmentsMax,
  uniqueItems: true,
  description: 'Files that you have uploaded and not used yet.',
})
export const Priority = Type.Enum([...priorities])
const LinkTypeSchema = Type.Enum([...linkTypes])
export const linkId =
  'The id of the record. A line of an order is the id of the order and the number of the line, such as `ord_…/2`.'

export const TicketParams = Type.Object({ ticketId: Type.String({ maxLength: 64 }) })
export const AttachmentParams = Type.Object({ attachmentId: Type.String({ maxLength: 64 }) })

export const SignedFileQuery = Type.Object({
  expires: Type.Integer({
    minimum: 0,
    maximum: 9_999_999_999,
    description: 'When the address expires, in seconds since 1970.',
  }),
  signature: Type.String({
    maxLength: 100,
    description: 'Take the whole address from the message.',
  }),
})

const link = { type: 'order', id: 'ord_01m7xb82dw3khw78phh28dvacd' }

export const CreateTicketBody = record(
  'CreateTicket',
  'A new ticket for the support desk.',
  {
    subject: Type.String({ minLength: 1, maxLength: subjectMax, pattern: '\\S' }),
    message: Text,
    priority: Type.Optional(Type.Enum([...priorities], { description: 'Default: NORMAL.' })),
    links: Type.Optional(
      Type.Array(
        record('NewTicketLink', 'A record of your company that the ticket is about.', {
          type: LinkTypeSchema,
          id: Type.String({ minLength: 1, maxLength: 80, description: linkId }),
        }),
        { maxItems: linksMax },
      ),
    ),
    attachmentIds: Type.Optional(AttachmentIds),
  },
  {
    examples: [
      {
        subject: 'Two boxes arrived open',
        message: 'Two of the ten boxes were open when they arrived. What shall we do?',
        priority: 'HIGH',
        links: [link],
      },
    ],
  },
)

export const ReplyBody = record(
  'WriteTicketMessage',
  'A message of a ticket.',
  {
    text: Text,
    internal: Type.Optional(
      Type.Boolean({ description: 'True: a note of the support desk, which customers never see.' }),
    ),
    attachmentIds: Type.Optional(AttachmentIds),
  },
  { examples: [{ text: 'Please send us a photo of the boxes.' }] },
)

export const AssignBody = record(
  'AssignTicket',
  'The operator who works on a ticket.',
  {
    assigneeId: Type.Union([Id, Type.Null()], {
      description: 'The id of an operator. Null: nobody.',
    }),
  },
  { examples: [{ assigneeId: 'usr_01m7xb82dw3khw78phh28dvacd' }] },
)

export const PriorityBody = record(
  'ChangeTicketPriority',
  'Another priority of a ticket.',
  { priority: Priority },
  { examples: [{ priority: 'URGENT' }] },
)

const Person = record('TicketPerson', 'A person or an integration of a ticket.', {
  kind: Type.Enum(['PERSON', 'INTEGRATION', 'AGENT'], {
    description: 'AGENT: an operator of the support desk.',
  }),
  id: Type.Optional(Type.String({ description: 'Customers do not see the ids of agents.' })),
  name: Type.Optional(Type.String({ description: 'Absent if the person was erased.' })),
})

const targetFields = {
  targetMinutes: Type.Integer({ description: 'The target in business minutes.' }),
  dueAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When the target is due. Absent while its clock is paused.',
    }),
  ),
  breachedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When it was seen that the target is missed.',
    }),
  ),
  metAt: Type.Optional(Instant),
}

const ticketFields = {
  id: Type.String(),
  number: Type.String({
    description:
      'What people call the ticket, such as `T-2026-000123`. It is unique in your company.',
  }),
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  version: Type.Integer(),
  subject: Type.String(),
  state: Type.Enum([...ticketStates], {
    description:
      'OPEN: nobody has answered yet. PENDING_CUSTOMER: the support desk waits for the customer, and the clock is paused. PENDING_AGENT: the customer waits. RESOLVED: it can be reopened for 14 days. CLOSED: it is over.',
  }),
  priority: Priority,
  requester: Person,
  assignee: Type.Optional(Person),
  links: Type.Array(TicketLink),
  firstResponse: record('TicketFirstResponse', 'The target for the first answer.', targetFields),
  resolution: record('TicketResolution', 'The target for the resolution.', targetFields),
  breached: Type.Array(Type.Enum(['FIRST_RESPONSE', 'RESOLUTION']), {
    description: 'The missed targets that are still not met.',
  }),
  openedAt: Instant,
  changedAt: Instant,
  resolvedAt: Type.Optional(Instant),
  closedAt: Type.Optional(Instant),
}

const ticketExample = {
  id: 'tkt_01m7xb82dw3khw78phh28dvacd',
  number: 'T-2026-000123',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  version: 1,
  subject: 'Two boxes arrived open',
  state: 'OPEN',
  priority: 'HIGH',
  requester: { kind: 'PERSON', id: 'usr_01m7xb82dw3khw78phh28dvacd', name: 'Bea Buyer' },
  links: [link],
  firstResponse: { targetMinutes: 240, dueAt: '2026-01-02T13:00:00.000Z' },
  resolution: { targetMinutes: 960, dueAt: '2026-01-05T17:00:00.000Z' },
  breached: [],
  openedAt: '2026-01-02T09:00:00.000Z',
  changedAt: '2026-01-02T09:00:00.000Z',
}

export const TicketView = record('Ticket', 'A ticket of the support desk.', ticketFields, {
  examples: [ticketExample],
})

export const AttachmentView = record(
  'TicketAttachment',
  'A file of a message.',
  {
    id: Type.String(),
    name: Type.String(),
    mediaType: Type.String({ description: 'The type of its content.' }),
    bytes: Type.Integer(),
    url: Type.String({ description: 'Where to download it, with a credential.' }),
    signedUrl: Type.Optional(
      Type.String({
        description:
          'Where a browser opens it without a credential, for 15 to 30 minutes. Absent until a message uses the file.',
      }),
    ),
  },
  {
    examples: [
      {
        id: 'att_01m7xb82dw3khw78phh28dvacd',
        name: 'boxes.jpg',
        mediaType: 'image/jpeg',
        bytes: 184_221,
        url: '/api/v1/support/attachments/att_01m7xb82dw3khw78phh28dvacd',
        signedUrl:
          'https://shop.example.com/api/v1/support/attachments/att_01m7xb82dw3khw78phh28dvacd/file?expires=1767346200&signature=Zk3v9QxT1mB7uLr0cWnE2a',
      },
    ],
  },
)

const messageExample = {
  id: 'msg_01m7xb82dw3khw78phh28dvacd',
  author: { kind: 'PERSON', id: 'usr_01m7xb82dw3khw78phh28dvacd', name: 'Bea Buyer' },
  internal: false,
  text: 'Two of the ten boxes were open when they arrived. What shall we do?',
  via: 'API',
  attachments: [],
  createdAt: '2026-01-02T09:00:00.000Z',
}

export const MessageView = record(
  'TicketMessage',
  'A message of a ticket.',
  {
    id: Type.String(),
    author: Person,
    internal: Type.Boolean(),
    text: Type.String({ description: 'Empty if the personal data of its author was erased.' }),
    via: Type.Enum(['API', 'EMAIL', 'AUTOMATION']),
    mailUrl: Type.Optional(
      Type.String({
        description:
          'Where operators read the whole mail. Absent for everybody else, and if the message is the whole mail: a quoted mail and a signature are left out of a message.',
      }),
    ),
    attachments: Type.Array(AttachmentView),
    createdAt: Instant,
  },
  { examples: [messageExample] },
)

export const MessageParams = Type.Object({ ...TicketParams.properties, messageId: Id })

export const MailTextView = record(
  'TicketMailText',
  'The whole text of a mail that became a message.',
  {
    messageId: Type.String(),
    text: Type.String({
      description: `With the quoted mail and the signature. At most its first ${mailTextMax} characters.`,
    }),
  },
  {
    examples: [
      {
        messageId: messageExample.id,
        text: 'Here is the photo.\n\nOn Fri, Jan 2, 2026 at 10:00 AM Support wrote:\n> A photo, please.\n-- \nBea Buyer',
      },
    ],
  },
)

export const TicketWithMessagesView = record(
  'TicketWithMessages',
  'A ticket with its newest messages, the oldest of them first.',
  { ...ticketFields, messages: Type.Array(MessageView) },
  { examples: [{ ...ticketExample, messages: [messageExample] }] },
)

export const WrittenMessageView = record(
  'WrittenTicketMessage',
  'A new message, and the ticket after it.',
  { ticket: TicketView, message: MessageView },
  { examples: [{ ticket: ticketExample, message: messageExample }] },
)

export const AgentView = record(
  'SupportAgent',
  'An operator to whom tickets can be assigned.',
  { id: Type.String(), name: Type.String() },
  { examples: [{ id: 'usr_01m7xb82dw3khw78phh28dvacd', name: 'Olga Operator' }] },
)

export function viewTicket(seen: SeenTicket): Static<typeof TicketView> {
  const { ticket, links, names, forAgent } = seen
  const { requester, assigneeId, firstResponse, resolution, resolvedAt, closedAt } = ticket
  const companyName = names.get(ticket.companyId)
  return {
    id: ticket.id,
    number: ticket.number,
    companyId: ticket.companyId,
    ...(companyName !== undefined && { companyName }),
    version: ticket.version,
    subject: ticket.subject,
    state: ticket.state,
    priority: ticket.priority,
    requester: viewPerson(requester, names, true),
    ...(assigneeId && { assignee: viewPerson({ kind: 'AGENT', id: assigneeId }, names, forAgent) }),
    links: links.map(({ type, id, orderId }) => ({ type, id, ...(orderId && { orderId }) })),
    firstResponse: viewTarget({
      minutes: firstResponse.minutes,
      dueAt: firstResponse.at ? undefined : firstResponse.dueAt,
      breachedAt: firstResponse.breachedAt,
      metAt: firstResponse.at,
    }),
    resolution: viewTarget({ ...resolution, metAt: resolvedAt }),
    breached: openBreaches(ticket),
    openedAt: ticket.openedAt.toISOString(),
    changedAt: ticket.changedAt.toISOString(),
    ...(resolvedAt && { resolvedAt: resolvedAt.toISOString() }),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
  }
}

export function viewMessage(seen: SeenMessage): Static<typeof MessageView> {
  const { message, attachments, names, forAgent } = seen
  return {
    id: message.id,
    author: viewPerson(message.author, names, forAgent || message.author.kind !== 'AGENT'),
    internal: message.internal,
    text: message.text,
    via: message.via,
    ...(forAgent &&
      message.isShortened && {
        mailUrl: `/api/v1/support/tickets/${message.ticketId}/messages/${message.id}/mail`,
      }),
    attachments: attachments.map(viewAttachment),
    createdAt: message.createdAt.toISOString(),
  }
}

export function viewAttachment(
  attachment: Attachment & { readonly signedUrl?: string },
): Static<typeof AttachmentView> {
  const { id, name, mediaType, bytes, signedUrl } = attachment
  const url = `/api/v1/support/attachments/${id}`
  return { id, name, mediaType, bytes, url, ...(signedUrl !== undefined && { signedUrl }) }
}

function viewPerson(
  { kind, id }: { readonly kind: 'PERSON' | 'INTEGRATION' | 'AGENT'; readonly id: string },
  names: Names,
  withId: boolean,
) {
  const name = names.get(id)
  return { kind, ...(withId && { id }), ...(name !== undefined && { name }) }
}

function viewTarget(target: {
  readonly minutes: number
  readonly dueAt: Date | undefined
  readonly breachedAt: Date | undefined
  readonly metAt: Date | undefined
}) {
  const { minutes, dueAt, breachedAt, metAt } = target
  return {
    targetMinutes: minutes,
    ...(dueAt && { dueAt: dueAt.toISOString() }),
    ...(breachedAt && { breachedAt: breachedAt.toISOString() }),
    ...(metAt && { metAt: metAt.toISOString() }),
  }
}
