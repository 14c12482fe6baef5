import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('support', {
  ticket_not_found: {
    status: 404,
    message: 'There is no such ticket. Take the id from the list of tickets.',
    details: { ticketId: Type.String() },
  },
  ticket_closed: {
    status: 409,
    message:
      'The ticket was closed 14 days after it was resolved. Open a new ticket and name this one in its message.',
    details: { ticketId: Type.String() },
  },
  reopen_too_late: {
    status: 409,
    message:
      'A ticket can be reopened within 14 days after it was resolved, and that time is over. Open a new ticket and name this one in its message.',
    details: { ticketId: Type.String() },
  },
  ticket_not_resolved: {
    status: 409,
    message: 'The ticket is not resolved, so it cannot be reopened. Write a message instead.',
    details: { state: Type.Enum(['OPEN', 'PENDING_CUSTOMER', 'PENDING_AGENT']) },
  },
  already_resolved: {
    status: 409,
    message: 'The ticket is already resolved. Reopen it if the problem is back.',
    details: { ticketId: Type.String() },
  },
  ticket_full: {
    status: 422,
    message:
      'The ticket has 500 messages, which is the limit. Open a new ticket and name this one in its message.',
  },
  tickets_limit_reached: {
    status: 422,
    message:
      'Your company has 1000 unresolved tickets, which is the limit. Resolve the settled tickets first.',
    details: { limit: Type.Integer() },
  },
  link_not_found: {
    status: 422,
    message:
      'Your company does not have the record that details.link names. Take an id from the list of orders, payments or products.',
    details: {
      link: Type.Object({
        type: Type.Enum(['payment', 'line', 'order', 'product', 'return']),
        id: Type.String(),
      }),
    },
  },
  agents_only: {
    status: 403,
    message: 'Only operators can write internal notes. Send the message without internal.',
  },
  assignee_unknown: {
    status: 422,
    message: 'The assignee must be an active operator. Take the id from the list of agents.',
    details: { assigneeId: Type.String() },
  },
  attachment_not_found: {
    status: 404,
    message: 'There is no such attachment. Take its address from the message that has it.',
    details: { attachmentId: Type.String() },
  },
  mail_not_found: {
    status: 404,
    message:
      'The ticket has no such message, or the message already contains the whole mail. Read the ticket: only a message with mailUrl has a longer mail.',
    details: { messageId: Type.String() },
  },
  address_invalid: {
    status: 403,
    message:
      'The address of the file has expired or is not ours. Read the ticket again for a new one.',
  },
  attachments_unknown: {
    status: 422,
    message:
      'The attachments in details.attachmentIds are not yours, are used already, or were deleted after a day. Upload them again.',
    details: { attachmentIds: Type.Array(Type.String()) },
  },
  attachment_too_large: {
    status: 413,
    message: 'The attachment is larger than 10 MB. Send a smaller file.',
    details: { maxBytes: Type.Integer() },
  },
  attachment_empty: { status: 400, message: 'The attachment has no content. Send a file.' },
  attachment_type_unsupported: {
    status: 422,
    message:
      'The type of the attachment is not supported. Send a PDF, a picture (JPEG, PNG, WebP, GIF), a document of Word, Excel or PowerPoint without macros, or plain text in UTF-8.',
  },
  uploads_limit_reached: {
    status: 429,
    message: 'You have 30 attachments that no message uses. Use them, or wait for a day.',
    retryAfterSeconds: 3_600,
  },
})
