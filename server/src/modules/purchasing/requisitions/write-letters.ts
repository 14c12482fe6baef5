import { after, type Clock, daysMs, hoursMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { type LoggedEvent, on, type Subscription } from '#platform/outbox'
import { writeLetter } from '#platform/texts'
import {
  RequisitionOrdered,
  RequisitionRejected,
  RequisitionReturned,
  RequisitionSubmitted,
} from './events.ts'
import { countLines } from './line-store.ts'
import { writeMail } from './mails.ts'
import type { HistoryEntry, Requisition } from './requisition.ts'
import { countSubmittedSince, findRequisition, listHistory } from './requisition-store.ts'

/** A person who can get mail. */
type Reachable = Reader & { readonly name: string }

export type LettersDeps = {
  /** The named members of the company that are active. */
  readonly reach: (
    conn: Conn,
    companyId: string,
    ids: readonly string[],
  ) => Promise<readonly Reachable[]>
  /** Who buys for the company, or for this unit. */
  readonly buyersOf: (
    conn: Conn,
    companyId: string,
    unitId: string | undefined,
  ) => Promise<readonly string[]>
  /** Without a mail server no mail is written: the mails would wait and pile up for ever. */
  readonly isMailTaken: boolean
  readonly now: Clock
}

/** Older events send no mail, so that an outage or a new mail server floods nobody. */
const newsMs = daysMs(1)
/** The most buyers who get a mail about a requisition; the others see it in the list. */
const buyersMax = 20
/** With more requisitions in an hour, the buyers of a company follow them in the list or by webhook. */
const submittedPerHourMax = 30

const letterOf = {
  [RequisitionSubmitted.type]: 'submitted',
  [RequisitionReturned.type]: 'returned',
  [RequisitionRejected.type]: 'rejected',
  [RequisitionOrdered.type]: 'ordered',
} as Readonly<Record<string, 'submitted' | 'returned' | 'rejected' | 'ordered'>>

/**
 * Reads the event log and sends mails: to the buyers what was submitted, and to the requester what became of it. One transaction
 * writes the mails and moves the position, so each mail is written once. An integration gets no mail: it has webhooks.
 */
export function requisitionLetters(deps: LettersDeps): Subscription {
  return on([RequisitionSubmitted, RequisitionReturned, RequisitionRejected, RequisitionOrdered], {
    name: 'requisitions.write_letters',
    concerns: ({ occurredAt }) => deps.isMailTaken && occurredAt > after(deps.now(), -newsMs),
    record: (tx, event) => writeLetters(deps, tx, event),
  })
}

async function writeLetters(deps: LettersDeps, tx: Tx, event: LoggedEvent): Promise<void> {
  const { companyId, entity } = event
  const requisition = await findRequisition(tx, companyId, entity.id)
  const letter = letterOf[event.type]
  if (!requisition || !letter) return
  const history = await listHistory(tx, requisition)
  const entry = history.find(({ version }) => version === entity.version)
  if (!entry) return
  const readers = await readersOf(deps, tx, requisition, entry)
  if (readers.length === 0) return
  const [requester] = await deps.reach(tx, companyId, [requisition.requesterId])
  const lines = (await countLines(tx, companyId, [requisition.id])).get(requisition.id) ?? 0
  const { number, title, order } = requisition
  for (const { userId, email, locale } of readers) {
    const values = {
      person: requester ? oneLine(requester.name) : writeMail(locale, 'an_integration'),
      number,
      title: oneLine(title),
      lines,
      commented: entry.comment === undefined ? 'no' : 'yes',
      comment: oneLine(entry.comment ?? ''),
      order: order?.number ?? '',
    }
    enqueueMail(tx, {
      to: email,
      ...writeLetter(writeMail, locale, letter, values),
      dedupeKey: `requisitions.${letter}/${requisition.id}/${entry.version}/${userId}`,
      usefulUntil: after(event.occurredAt, daysMs(3)),
      now: deps.now(),
    })
  }
}

/** Nobody gets a mail about an own step. */
async function readersOf(
  deps: LettersDeps,
  tx: Tx,
  { companyId, requesterId, unitId }: Requisition,
  { state, actorId, at }: HistoryEntry,
): Promise<readonly Reachable[]> {
  if (state !== 'SUBMITTED') {
    return requesterId === actorId ? [] : deps.reach(tx, companyId, [requesterId])
  }
  const submitted = await countSubmittedSince(tx, companyId, after(at, -hoursMs(1)))
  if (submitted > submittedPerHourMax) return []
  const buyers = (await deps.buyersOf(tx, companyId, unitId)).filter((id) => id !== requesterId)
  return deps.reach(tx, companyId, buyers.slice(0, buyersMax))
}
