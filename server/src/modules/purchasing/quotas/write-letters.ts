import { after, type Clock, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { type LoggedEvent, on, type Subscription } from '#platform/outbox'
import { writeLetter } from '#platform/texts'
import { ContractEnded, ContractEnding, QuotaReached } from './events.ts'
import { writeMail } from './mails.ts'

export type LettersDeps = {
  readonly adminsOf: (conn: Conn, companyId: string) => Promise<readonly Reader[]>
  /** Without a mail server no mail is written: the mails would wait and pile up for ever. */
  readonly isMailTaken: boolean
  /** The address of the page of a contract. */
  readonly pageOf: (contractId: string) => string
  readonly now: Clock
}

/** Older events send no mail, so that an outage or a new mail server floods nobody. */
const newsMs = daysMs(1)

/**
 * Reads the event log and sends mails to the administrators of both companies: each has an event of its own. One
 * transaction writes the mails and moves the position, so each mail is written once.
 */
export function contractLetters(deps: LettersDeps): Subscription {
  return on([QuotaReached, ContractEnding, ContractEnded], {
    name: 'quotas.write_letters',
    concerns: (event) => deps.isMailTaken && event.occurredAt > after(deps.now(), -newsMs),
    record: (tx, event) => writeLetters(deps, tx, event),
  })
}

async function writeLetters(deps: LettersDeps, tx: Tx, event: LoggedEvent): Promise<void> {
  const letter = letterOf(event.type)
  const { contractId, reference, percent, validUntil, shortQuotaIds } = event.data as {
    readonly contractId: string
    readonly reference: string
    readonly percent?: number
    readonly validUntil?: string
    readonly shortQuotaIds?: readonly string[]
  }
  for (const { userId, email, locale } of await deps.adminsOf(tx, event.companyId)) {
    const values = {
      reference: oneLine(reference),
      percent: String(percent ?? 0),
      date: (validUntil ?? '').slice(0, 10),
      short: String(shortQuotaIds?.length ?? 0),
      link: deps.pageOf(contractId),
    }
    enqueueMail(tx, {
      to: email,
      ...writeLetter(writeMail, locale, letter, values),
      dedupeKey: `quotas.${letter}/${event.id}/${userId}`,
      usefulUntil: after(event.occurredAt, daysMs(7)),
      now: deps.now(),
    })
  }
}

function letterOf(type: string): 'reached' | 'ending' | 'ended' {
  if (type === QuotaReached.type) return 'reached'
  return type === ContractEnding.type ? 'ending' : 'ended'
}
