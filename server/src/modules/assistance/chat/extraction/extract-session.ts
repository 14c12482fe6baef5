import { newId } from '#kernel/id'
import { utcDay } from '#kernel/time'
import { crashPoint } from '#platform/faults'
import { ringAfterCommit } from '#platform/wake'
import type { Brief } from '../brief/brief.ts'
import { mergeExtraction } from '../brief/merge-extraction.ts'
import type { ChatDeps } from '../deps.ts'
import { insertMessage, listMessages } from '../sessions/message-store.ts'
import {
  type ChatMessage,
  eventsTopic,
  extractionVersion,
  type Session,
  type SessionKey,
} from '../sessions/session.ts'
import { lockExtracting, writeStep } from '../sessions/session-store.ts'
import { briefEvent, messageEvent, plainBrief, stateEvent } from '../sessions/views.ts'
import type { AgentClient, ExtractionRequest } from './agent-client.ts'
import { evidenceIn } from './evidence.ts'
import { openQuestionsOf } from './questions.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'
import { clarificationOf, composeReply } from './reply.ts'

/** The session was deleted, a newer message came, or another worker has it: nothing may be written. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

export type Extracting = { readonly session: SessionKey; readonly leaseToken: string }

type Begun = { readonly session: Session; readonly messages: readonly ChatMessage[] }

/**
 * Extracts the brief of a claimed session. The companion is called outside of any transaction. Its result is written only if the
 * lease still holds, so a newer message or another worker wins. It may run twice: the second run reads the same messages.
 */
export async function extractSession(
  deps: ChatDeps,
  agent: AgentClient,
  extracting: Extracting,
  signal: AbortSignal,
): Promise<void> {
  const begun = await begin(deps, extracting)
  crashPoint('chat.extraction_begun')
  const llm = await deps.modelAccess?.(begun.session)
  const request = { ...requestOf(begun, deps.now()), ...(llm && { llm }) }
  const began = performance.now()
  const answer = await agent.extract(request, signal)
  crashPoint('chat.extraction_answered')
  const read = readAnswer(answer, evidenceIn(request), deps.settings.CHAT_BRIEF_ITEMS_MAX)
  deps.metrics.refusedValues(read.refused)
  if (read.degradedReason) deps.metrics.degraded(read.degradedReason)
  await write(deps, extracting, begun, read)
  deps.metrics.extracted('read', (performance.now() - began) / 1_000)
  crashPoint('chat.extraction_written')
}

async function begin(
  { database, now, settings }: ChatDeps,
  extracting: Extracting,
): Promise<Begun> {
  return database.transaction(async (tx) => {
    const locked = await lockExtracting(tx, extracting.session, extracting.leaseToken)
    if (!locked) throw new Superseded('The session is in other hands.')
    const limit = settings.CHAT_MESSAGES_MAX
    const messages = await listMessages(tx, locked, { limit })
    const session = await writeStep(tx, locked, { at: now(), events: [stateEvent('EXTRACTING')] })
    ringAfterCommit(tx, eventsTopic(locked))
    return { session, messages }
  })
}

function requestOf({ session, messages }: Begun, now: Date): ExtractionRequest {
  return {
    sessionId: session.id,
    messages: messages.map(({ id, role, text }) => ({ id, role, text })),
    locale: session.locale,
    currency: session.currency,
    today: utcDay(now),
    previousBrief: plainBrief(session.brief),
  }
}

async function write(
  { database, now, settings }: ChatDeps,
  extracting: Extracting,
  { messages }: Begun,
  read: ReadAnswer,
): Promise<void> {
  const last = messages.findLast(({ role }) => role === 'buyer')
  if (!last) throw new Superseded('The session has no message.')
  const asked = messages.filter(({ role }) => role === 'assistant').map(({ text }) => text)
  await database.transaction(async (tx) => {
    const locked = await lockExtracting(tx, extracting.session, extracting.leaseToken)
    if (!locked) throw new Superseded('The session is in other hands.')
    const at = now()
    const { locale } = locked
    const { degradedReason } = read
    const brief = mergedBrief(locked, read, settings.CHAT_BRIEF_ITEMS_MAX)
    const clarification = clarificationOf(brief.openQuestions, asked, locked.clarifications)
    const itemsMax = settings.CHAT_BRIEF_ITEMS_MAX
    const reply: ChatMessage = {
      id: newId('msg', at),
      position: locked.messages + 1,
      role: 'assistant',
      text: composeReply(brief, clarification, { locale, cut: read.cut, itemsMax }),
      createdAt: at,
    }
    const state = clarification ? 'NEEDS_CLARIFICATION' : 'BRIEF_READY'
    await insertMessage(tx, locked, reply)
    await writeStep(tx, locked, {
      at,
      state,
      brief,
      messages: reply.position,
      clarifications: locked.clarifications + (clarification ? 1 : 0),
      extracted: { message: last.id, version: extractionVersion, degradedReason },
      failureCode: null,
      events: [
        briefEvent(locked.briefVersion + 1, brief),
        messageEvent(reply),
        stateEvent(state),
        {
          kind: 'answered',
          data: {
            state,
            ...(clarification && { clarification }),
            ...(degradedReason && { degradedReason }),
          },
        },
      ],
    })
    ringAfterCommit(tx, eventsTopic(locked))
  })
}

function mergedBrief(
  { brief: current, removals, locale }: Session,
  read: ReadAnswer,
  itemsMax: number,
): Brief {
  const merged = mergeExtraction(current, removals, read.brief)
  // What a person has edited stays, so the limit leaves out other items.
  const items = merged.items.length > itemsMax ? keepEdited(merged.items, itemsMax) : merged.items
  const brief = { ...merged, items }
  return { ...brief, openQuestions: openQuestionsOf(brief, read, locale) }
}

function keepEdited(items: Brief['items'], itemsMax: number): Brief['items'] {
  const isEdited = (item: Brief['items'][number]) =>
    [item.what, item.quantity, item.unit, item.targetUnitPrice, ...item.constraints].some(
      (leaf) => leaf?.method === 'user',
    )
  let room = itemsMax - items.filter(isEdited).length
  return items.filter((item) => isEdited(item) || room-- > 0)
}
