import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('chat', {
  session_not_found: {
    status: 404,
    message: 'There is no such chat session. Take the id from the list of your sessions.',
    details: { sessionId: Type.String() },
  },
  session_of_colleague: {
    status: 403,
    message:
      'This chat session belongs to a colleague, who alone can change it. Ask them, or start a session of your own.',
    details: { sessionId: Type.String() },
  },
  session_final: {
    status: 409,
    message:
      'The brief of this session is confirmed and can no longer change. Start a new session.',
    details: {
      state: Type.Enum([
        'OPEN',
        'FAILED',
        'QUEUED_FOR_EXTRACTION',
        'EXTRACTING',
        'NEEDS_CLARIFICATION',
        'BRIEF_READY',
        'FINALIZING',
        'FINALIZED',
      ]),
    },
  },
  sessions_too_many: {
    status: 422,
    message: 'You have too many open chat sessions. Confirm or delete one, then start another.',
    details: { sessionsMax: Type.Integer() },
  },
  message_too_long: {
    status: 422,
    message:
      'The message is too long: details.lengthMax is the limit. Send a shorter one, or several.',
    details: { length: Type.Integer(), lengthMax: Type.Integer() },
  },
  message_empty: {
    status: 422,
    message: 'The message has no text. Write what you need.',
  },
  messages_too_many: {
    status: 422,
    message:
      'The session has as many messages as it can hold. Correct the brief by hand, or start a new session.',
    details: { messagesMax: Type.Integer() },
  },
  transcript_too_long: {
    status: 422,
    message:
      'The messages of this session are too long together. Correct the brief by hand, or start a new session.',
    details: { lengthMax: Type.Integer() },
  },
  nothing_to_extract: {
    status: 409,
    message: 'The session has no message yet. Send a message first.',
  },
  expected_version_required: {
    status: 400,
    message:
      'The change lacks expectedVersion. Send the version of the brief that the person has seen.',
  },
  version_conflict: {
    status: 409,
    message:
      'The brief has changed since you read it: details.current is its version. Read it again, then repeat the change.',
    details: { expected: Type.Integer(), current: Type.Integer() },
  },
  item_unknown: {
    status: 422,
    message:
      'The brief has no item at this position, or the request names it twice. Read the brief again.',
    details: { item: Type.Integer(), items: Type.Integer() },
  },
  items_too_many: {
    status: 422,
    message:
      'A brief can have at most details.itemsMax items. Remove some, or start a new session.',
    details: { itemsMax: Type.Integer() },
  },
  brief_value_invalid: {
    status: 422,
    message: 'The value in details.field is not valid. Correct it, then repeat the change.',
    details: { field: Type.String(), item: Type.Optional(Type.Integer()) },
  },
  brief_not_ready: {
    status: 409,
    message:
      'The brief cannot be confirmed in this state: details.state. Wait for the extraction, or correct the brief.',
    details: {
      state: Type.Enum([
        'OPEN',
        'FAILED',
        'QUEUED_FOR_EXTRACTION',
        'EXTRACTING',
        'FINALIZING',
        'FINALIZED',
      ]),
    },
  },
  brief_incomplete: {
    status: 422,
    message:
      'The brief has no items, or the items in details.items do not say what is needed. Add what is missing, then confirm the brief.',
    details: { items: Type.Array(Type.Integer()) },
  },
  brief_not_final: {
    status: 409,
    message: 'The matches of this brief are not ready. Confirm the brief, and wait for FINALIZED.',
    details: {
      state: Type.Enum([
        'OPEN',
        'FAILED',
        'QUEUED_FOR_EXTRACTION',
        'EXTRACTING',
        'NEEDS_CLARIFICATION',
        'BRIEF_READY',
        'FINALIZING',
      ]),
    },
  },
  items_all_matched: {
    status: 422,
    message:
      'Products match each item of the brief. Put matches into the cart, or name in `items` what the buyers should find.',
  },
  extraction_failed: {
    status: 503,
    message:
      'The brief could not be read from the messages. Try again, or enter the brief by hand.',
  },
  extraction_timed_out: {
    status: 503,
    message:
      'Reading the messages took too long. Try again with a shorter message, or enter the brief by hand.',
  },
  match_unknown: {
    status: 422,
    message:
      'The product is not among the matches of this item. Choose one of them, or add it to the cart directly.',
    details: { item: Type.Integer(), productId: Type.String() },
  },
  quantity_required: {
    status: 422,
    message:
      'The brief has no quantity for this item that can be ordered. Send a quantity with the choice.',
    details: { item: Type.Integer(), productId: Type.String() },
  },
  unit_differs: {
    status: 422,
    message:
      'The supplier sells the product in another unit (details.unit) than the brief asks for. Send a quantity in that unit.',
    details: {
      item: Type.Integer(),
      productId: Type.String(),
      unit: Type.String(),
      asked: Type.String(),
    },
  },
  event_id_invalid: {
    status: 400,
    message:
      'The Last-Event-ID does not belong to this session. Connect again without it: the stream then starts from the beginning.',
  },
  streams_too_many: {
    status: 429,
    message: 'This credential has too many streams open. Close one, then connect again.',
    retryAfterSeconds: 5,
    details: { streamsMax: Type.Integer() },
  },
  streams_full: {
    status: 503,
    message: 'This process cannot open more streams, or is about to stop. Connect again shortly.',
    retryAfterSeconds: 2,
  },
})
