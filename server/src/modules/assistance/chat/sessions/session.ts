import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { Brief, Removal } from '../brief/brief.ts'
import type { DegradedReason } from '../extraction/degraded-reasons.ts'

export const sessionStates = [
  'OPEN',
  'QUEUED_FOR_EXTRACTION',
  'EXTRACTING',
  'NEEDS_CLARIFICATION',
  'BRIEF_READY',
  'FINALIZING',
  'FINALIZED',
  'FAILED',
] as const

export type SessionState = (typeof sessionStates)[number]

export type SessionKey = { readonly companyId: Id<'co'>; readonly id: Id<'chs'> }

export type Session = SessionKey & {
  readonly ownerId: string
  readonly state: SessionState
  readonly locale: Locale
  readonly currency: string
  readonly brief: Brief
  readonly removals: readonly Removal[]
  readonly briefVersion: number
  /** Of the buyer and of the assistant. */
  readonly messages: number
  /** The length of the buyer's messages. */
  readonly characters: number
  /** The questions that the assistant has asked. */
  readonly clarifications: number
  readonly extractedMessage: string | undefined
  readonly extractionVersion: number | undefined
  /** Why the language model did not help with the last extraction. */
  readonly degradedReason: DegradedReason | undefined
  readonly lastEvent: number
  readonly failureCode: string | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly confirmedAt: Date | undefined
  readonly finalizedAt: Date | undefined
  /** The requisition that items of the brief became. */
  readonly requisitionId: string | undefined
}

export type ChatMessage = {
  readonly id: Id<'msg'>
  readonly position: number
  readonly role: 'buyer' | 'assistant'
  readonly text: string
  readonly createdAt: Date
}

/** The search for an item of a confirmed brief, and its matches: the best first, then the alternatives. */
export type ItemSearch = {
  readonly item: number
  readonly searchId: string
  /** Undefined while the search runs. `GONE`: the search was deleted before its matches were stored. */
  readonly state: 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'GONE' | undefined
  readonly productIds: readonly string[]
}

/** A newer extraction reads the same messages again. Increase it with a change that reads messages in another way. */
export const extractionVersion = 1

export const isFinal = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'FINALIZING' || state === 'FINALIZED'

export const isExtracting = ({ state }: Pick<Session, 'state'>): boolean =>
  state === 'QUEUED_FOR_EXTRACTION' || state === 'EXTRACTING'

export type EventKind =
  | 'message'
  | 'state'
  | 'brief'
  | 'answered'
  | 'failed'
  | 'matches'
  | 'finalized'

/** No event follows it. */
export const endsSession = (kind: string): boolean => kind === 'finalized'

/** The answer to a message ends with such an event. */
export const endsAnswer = (kind: string): boolean =>
  kind === 'answered' || kind === 'failed' || endsSession(kind)

export type NewEvent = { readonly kind: EventKind; readonly data: object }

/** The hint that a session has new events. */
export const eventsTopic = ({ id }: { readonly id: string }): string => `chat.session/${id}`

/** The hint for workers that an extraction is due. */
export const extractionTopic = 'chat.extractions'
/** The hint for workers that a confirmed brief is due. */
export const finalizationTopic = 'chat.finalizations'

/** The items that no product matched. */
export function unmatchedItems(searches: readonly ItemSearch[]): number[] {
  return searches.flatMap(({ item, productIds }) => (productIds.length === 0 ? [item] : []))
}
