import { may } from '#kernel/actor'
import type { FullRequisition } from '#modules/requisitions'
import type { Cache } from '#platform/cache'
import type { Sweeping } from '#platform/leases'
import { openStreams, type Streams } from '#platform/streams'
import type { Metrics } from '#platform/telemetry'
import type { ChatActor, ChatDeps } from './deps.ts'
import { extractionWorker } from './extraction/extraction-worker.ts'
import { reconcileReset } from './extraction/fail-extraction.ts'
import { type ConfirmedBrief, confirmBrief } from './finalization/confirm-brief.ts'
import { finalizationWorker } from './finalization/finalization-worker.ts'
import { type Choice, type MatchesPut, putMatches } from './finalization/put-matches.ts'
import { type RequisitionWish, requisitionOfBrief } from './finalization/requisition-of-brief.ts'
import { stuckWatch } from './lifecycle/alert-stuck.ts'
import {
  changeBrief,
  type EditInput,
  type OpenSessionInput,
  openSession,
  removeSession,
  requestExtraction,
  type SendMessageInput,
  type SentMessage,
  sendMessage,
} from './sessions/change-session.ts'
import { type ItemMatches, readMatches } from './sessions/matches.ts'
import { listMessages } from './sessions/message-store.ts'
import { requireOfCompany, requireReadable } from './sessions/read-session.ts'
import type { ChatMessage, Session } from './sessions/session.ts'
import { listSessions, type SessionFilters } from './sessions/session-list-store.ts'
import { sessionStreamSource } from './sessions/stream-source.ts'
import { waitForReply } from './sessions/wait-for-reply.ts'

export type SessionsWanted = Omit<SessionFilters, 'ownerId'> & { readonly ofCompany: boolean }
export type SessionsPage = { readonly before: string | undefined; readonly limit: number }

export type Chat = {
  open(actor: ChatActor, input: OpenSessionInput): Promise<Session>
  /** The person's own sessions, or those of the company for its administrators. */
  list(actor: ChatActor, wanted: SessionsWanted, page: SessionsPage): Promise<Session[]>
  /** Throws `chat.session_not_found`, also for a session of somebody else. */
  get(actor: ChatActor, sessionId: string): Promise<Session>
  /** The session of a ticket: the right to read it was checked when the ticket was issued. */
  getOfTicket(actor: ChatActor, sessionId: string): Promise<Session>
  messages(
    session: Session,
    page: { readonly after?: number | undefined; readonly limit: number },
  ): Promise<ChatMessage[]>
  matches(reader: ChatActor, session: Session): Promise<readonly ItemMatches[]>
  send(actor: ChatActor, sessionId: string, input: SendMessageInput): Promise<SentMessage>
  /** Waits until the session has an answer, at most as long as configured. */
  waitForReply(session: Session): Promise<void>
  edit(actor: ChatActor, sessionId: string, input: EditInput): Promise<Session>
  extract(actor: ChatActor, sessionId: string): Promise<Session>
  confirm(
    actor: ChatActor,
    sessionId: string,
    expectedVersion: number | undefined,
  ): Promise<ConfirmedBrief>
  putIntoCart(actor: ChatActor, sessionId: string, choices: readonly Choice[]): Promise<MatchesPut>
  /** Makes the requisition once. */
  request(actor: ChatActor, sessionId: string, wish: RequisitionWish): Promise<FullRequisition>
  remove(actor: ChatActor, sessionId: string): Promise<void>
  readonly streams: Streams
  startWorkers(): readonly { stop(): Promise<void> }[]
  readonly sweepings: readonly Sweeping[]
}

export type ChatOptions = ChatDeps & {
  readonly cache: Cache
  /** The registry of the metrics of streams. */
  readonly registry: Metrics
  /** After this time without reading, the client of a stream is disconnected. */
  readonly stallMs?: number
}

const defaultStallMs = 20_000

export function createChat(options: ChatOptions): Chat {
  const deps: ChatDeps = options
  const { database, settings } = deps
  const { pool } = database
  return {
    open: (actor, input) => openSession(deps, actor, input),
    list: (actor, { ofCompany, ...filters }, page) => {
      const isOfCompany = ofCompany && may(actor, 'administer_company')
      const ownerId = isOfCompany ? undefined : actor.id
      return listSessions(pool, actor.companyId, { ...filters, ownerId }, page)
    },
    get: (actor, sessionId) => requireReadable(pool, actor, sessionId),
    getOfTicket: (actor, sessionId) => requireOfCompany(pool, actor, sessionId),
    messages: (session, page) => listMessages(pool, session, page),
    matches: (reader, session) => readMatches(deps, reader, session),
    send: (actor, sessionId, input) => sendMessage(deps, actor, sessionId, input),
    waitForReply: (session) => waitForReply(deps, session, settings.CHAT_REPLY_WAIT_MS),
    edit: (actor, sessionId, input) => changeBrief(deps, actor, sessionId, input),
    extract: (actor, sessionId) => requestExtraction(deps, actor, sessionId),
    confirm: (actor, sessionId, version) => confirmBrief(deps, actor, sessionId, version),
    putIntoCart: (actor, sessionId, choices) => putMatches(deps, actor, sessionId, choices),
    request: (actor, sessionId, wish) => requisitionOfBrief(deps, actor, sessionId, wish),
    remove: (actor, sessionId) => removeSession(deps, actor, sessionId),
    streams: sessionStreams(options),
    startWorkers: () => [
      ...(deps.agent ? [extractionWorker(deps, deps.agent)] : []),
      finalizationWorker(deps),
      stuckWatch(deps),
    ],
    sweepings: [reconcileReset(deps)],
  }
}

function sessionStreams(options: ChatOptions): Streams {
  const { database, cache, wake, registry, now, log, settings, stallMs = defaultStallMs } = options
  return openStreams({
    source: sessionStreamSource,
    database,
    cache,
    wake,
    metrics: registry,
    now,
    log,
    streamsMax: settings.CHAT_STREAMS_MAX,
    streamsPerCredential: settings.CHAT_STREAMS_PER_CREDENTIAL,
    stallMs,
  })
}
