import { type Id, newId } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { ringAfterCommit } from '#platform/wake'
import { emptyBrief, removalsMax } from '../brief/brief.ts'
import { type BriefEdit, editBrief } from '../brief/edit-brief.ts'
import type { ChatActor, ChatDeps } from '../deps.ts'
import { openQuestionsOf } from '../extraction/questions.ts'
import { fail } from '../failures.ts'
import { findEventOfMessage } from './event-store.ts'
import { findLastOfBuyer, findMessage, insertMessage } from './message-store.ts'
import { requireOwn } from './read-session.ts'
import {
  type ChatMessage,
  eventsTopic,
  extractionTopic,
  extractionVersion,
  isExtracting,
  isFinal,
  type Session,
  type SessionState,
} from './session.ts'
import {
  deleteSession,
  findSession,
  insertSession,
  lockSession,
  writeStep,
} from './session-store.ts'
import { briefEvent, messageEvent, stateEvent } from './views.ts'

export type OpenSessionInput = {
  readonly locale: Locale
  readonly currency: string | undefined
  readonly idempotency: IdempotencyClaim | undefined
}

export async function openSession(
  { database, now, currencyOf, settings }: ChatDeps,
  actor: ChatActor,
  { locale, currency, idempotency }: OpenSessionInput,
): Promise<Session> {
  const createdAt = now()
  const id = newId('chs', createdAt)
  const { companyId, id: ownerId } = actor
  const session = {
    companyId,
    id,
    ownerId,
    locale,
    currency: currency ?? (await currencyOf(companyId)),
    brief: { ...emptyBrief, openQuestions: [] },
    createdAt,
  }
  const firstId = await database.transaction(async (tx) => {
    const first = await claimKey(tx, actor, idempotency, id, createdAt)
    if (first !== id) return first
    const hasRoom = await insertSession(tx, session, stateEvent('OPEN'), settings.CHAT_SESSIONS_MAX)
    if (!hasRoom) throw fail('sessions_too_many', { sessionsMax: settings.CHAT_SESSIONS_MAX })
    return first
  })
  const stored = await findSession(database.pool, companyId, firstId)
  if (!stored) throw fail('session_not_found', { sessionId: firstId })
  return stored
}

export type SentMessage = {
  readonly session: Session
  readonly message: ChatMessage
  /** The number of the message's event. The events of its answer follow. */
  readonly event: number
}

export type SendMessageInput = {
  readonly text: string
  readonly locale: Locale
  readonly idempotency: IdempotencyClaim | undefined
}

/**
 * Stores the message and queues its extraction in one transaction. An extraction that is under way loses its lease, because it has
 * not read this message.
 */
export async function sendMessage(
  deps: ChatDeps,
  actor: ChatActor,
  sessionId: string,
  { text, locale, idempotency }: SendMessageInput,
): Promise<SentMessage> {
  const { database, now } = deps
  await requireOwn(database.pool, actor, sessionId)
  assertReadable(deps, text)
  const sent = await database.transaction(async (tx) => {
    const locked = await lockOwn(tx, actor, sessionId)
    const at = now()
    const id = newId('msg', at)
    const firstId = await claimKey(tx, actor, idempotency, id, at)
    if (firstId !== id) return getSentMessage(tx, locked, firstId)
    assertNotFinal(locked)
    assertRoomForText(deps, locked, text)
    const position = locked.messages + 1
    const message: ChatMessage = { id, position, role: 'buyer', text, createdAt: at }
    await insertMessage(tx, locked, message)
    const session = await writeStep(tx, locked, {
      at,
      locale,
      state: 'QUEUED_FOR_EXTRACTION',
      messages: position,
      characters: locked.characters + text.length,
      failureCode: null,
      events: [messageEvent(message), stateEvent('QUEUED_FOR_EXTRACTION')],
    })
    ringChange(tx, session)
    return { session, message, event: locked.lastEvent + 1 }
  })
  crashPoint('chat.message_stored')
  return sent
}

/** The same message was sent with the same Idempotency-Key before. */
async function getSentMessage(tx: Tx, session: Session, messageId: string): Promise<SentMessage> {
  const message = await findMessage(tx, session, messageId)
  if (!message) throw fail('session_not_found', { sessionId: session.id })
  return { session, message, event: await findEventOfMessage(tx, session, messageId) }
}

function assertReadable({ settings }: ChatDeps, text: string): void {
  const { CHAT_MESSAGE_LENGTH_MAX: lengthMax } = settings
  if (text.length > lengthMax) throw fail('message_too_long', { length: text.length, lengthMax })
  if (text.trim() === '') throw fail('message_empty')
}

/** Each message of the buyer gets a reply, so it needs room for two. */
function assertRoomForText(
  { settings }: ChatDeps,
  { messages, characters }: Session,
  text: string,
): void {
  const { CHAT_MESSAGES_MAX: messagesMax, CHAT_TRANSCRIPT_LENGTH_MAX: lengthMax } = settings
  if (messages + 2 > messagesMax) throw fail('messages_too_many', { messagesMax })
  if (characters + text.length > lengthMax) throw fail('transcript_too_long', { lengthMax })
}

export type EditInput = { readonly expectedVersion: number | undefined; readonly edit: BriefEdit }

/** A person's edit of the brief, made upon the version that the person has seen. No later extraction overwrites it. */
export async function changeBrief(
  { database, now, settings }: ChatDeps,
  actor: ChatActor,
  sessionId: string,
  { expectedVersion: expected, edit }: EditInput,
): Promise<Session> {
  await requireOwn(database.pool, actor, sessionId)
  if (expected === undefined) throw fail('expected_version_required')
  return database.transaction(async (tx) => {
    const locked = await lockOwn(tx, actor, sessionId)
    assertNotFinal(locked)
    if (locked.briefVersion !== expected) {
      throw fail('version_conflict', { expected, current: locked.briefVersion })
    }
    const itemsMax = settings.CHAT_BRIEF_ITEMS_MAX
    const edited = editBrief(locked.brief, edit, { personId: actor.id, itemsMax })
    const doubts = doubtsOf(locked, edit)
    const openQuestions = openQuestionsOf(edited.brief, doubts, locked.locale)
    const brief = { ...edited.brief, openQuestions }
    const state = stateAfterEdit(locked)
    const session = await writeStep(tx, locked, {
      at: now(),
      brief,
      removals: [...locked.removals, ...edited.removals].slice(-removalsMax),
      ...(state !== locked.state && { state, failureCode: null }),
      events: [
        briefEvent(locked.briefVersion + 1, brief),
        ...(state === locked.state ? [] : [stateEvent(state)]),
      ],
    })
    ringAfterCommit(tx, eventsTopic(session))
    return session
  })
}

/** What only the companion knew stays open until the person has edited the field. */
function doubtsOf({ brief }: Session, edit: BriefEdit) {
  const isOpen = (field: string, hasOptions: boolean) =>
    brief.openQuestions.some(
      (one) => one.field === field && (one.options !== undefined) === hasOptions,
    )
  return {
    isUnclear: isOpen('unclear', false) && edit.items === undefined,
    isScopeUnclear: isOpen('budget', true),
  }
}

/** A brief that a person has entered is ready. An extraction that is under way goes on, and keeps the edit. */
function stateAfterEdit(session: Session): SessionState {
  return isExtracting(session) ? session.state : 'BRIEF_READY'
}

/**
 * Queues an extraction of the messages, unless one is queued or this release has read the last message already. Asking twice
 * queues one.
 */
export async function requestExtraction(
  { database, now }: ChatDeps,
  actor: ChatActor,
  sessionId: string,
): Promise<Session> {
  await requireOwn(database.pool, actor, sessionId)
  return database.transaction(async (tx) => {
    const locked = await lockOwn(tx, actor, sessionId)
    assertNotFinal(locked)
    if (isExtracting(locked)) return locked
    const last = await findLastOfBuyer(tx, locked)
    if (!last) throw fail('nothing_to_extract')
    const isRead =
      locked.extractedMessage === last.id && locked.extractionVersion === extractionVersion
    if (isRead) return locked
    const state = 'QUEUED_FOR_EXTRACTION'
    const events = [stateEvent(state)]
    const session = await writeStep(tx, locked, { at: now(), state, failureCode: null, events })
    ringChange(tx, session)
    return session
  })
}

/** Deletes the session with its messages. Its searches are deleted with the other searches. */
export async function removeSession(
  { database }: ChatDeps,
  actor: ChatActor,
  sessionId: string,
): Promise<void> {
  const session = await requireOwn(database.pool, actor, sessionId)
  await database.transaction(async (tx) => {
    const isDeleted = await deleteSession(tx, session)
    if (!isDeleted) throw fail('session_not_found', { sessionId })
    ringAfterCommit(tx, eventsTopic(session))
  })
}

function ringChange(tx: Tx, session: { readonly id: Id<'chs'> }): void {
  ringAfterCommit(tx, eventsTopic(session))
  ringAfterCommit(tx, extractionTopic)
}

async function lockOwn(tx: Tx, actor: ChatActor, sessionId: string): Promise<Session> {
  const locked = await lockSession(tx, actor.companyId, sessionId)
  if (locked?.ownerId !== actor.id) throw fail('session_not_found', { sessionId })
  return locked
}

function assertNotFinal(session: Session): void {
  if (isFinal(session)) throw fail('session_final', { state: session.state })
}
