import { after, type Clock, daysMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { type LoggedEvent, on, type Subscription } from '#platform/outbox'
import { failureSentence, writeLetter } from '#platform/texts'
import {
  StandingOrderEnded,
  StandingOrderFailed,
  StandingOrderPaused,
  StandingOrderSkipped,
} from './events.ts'
import { writeMail } from './mails.ts'
import { findRun } from './run-store.ts'
import type { StandingOrder } from './standing-order.ts'
import { findStandingOrder } from './standing-order-store.ts'

export type LettersDeps = {
  /** The named members of the company that are active. */
  readonly reach: (
    conn: Conn,
    companyId: string,
    ids: readonly string[],
  ) => Promise<readonly Reader[]>
  readonly adminsOf: (conn: Conn, companyId: string) => Promise<readonly Reader[]>
  /** Without a mail server no mail is written: the mails would wait and pile up for ever. */
  readonly isMailTaken: boolean
  readonly now: Clock
}

/** Older events send no mail, so that an outage or a new mail server floods nobody. */
const newsMs = daysMs(1)

/** What happens to a date, or to the standing order, without anybody's wish. */
type News = {
  readonly letter: 'failed' | 'skipped' | 'paused' | 'ended'
  readonly to: 'owner' | 'admins'
  readonly date: string
  readonly reason: string
  readonly nextTryOn: string
}

/**
 * Reads the event log and sends mails: to the owner what became of a date, and to the administrators that the owner can no longer
 * order. One transaction writes the mails and moves the position, so each mail is written once.
 */
export function standingOrderLetters(deps: LettersDeps): Subscription {
  const kinds = [StandingOrderFailed, StandingOrderSkipped, StandingOrderPaused, StandingOrderEnded]
  return on(kinds, {
    name: 'standing.write_letters',
    concerns: (event) =>
      deps.isMailTaken &&
      event.occurredAt > after(deps.now(), -newsMs) &&
      newsOf(event) !== undefined,
    record: (tx, event) => writeLetters(deps, tx, event),
  })
}

/** Undefined: somebody has decided it, and needs no mail about it. */
function newsOf({ type, data }: Pick<LoggedEvent, 'type' | 'data'>): News | undefined {
  const { date = '', reason = '', nextTryOn = '' } = data as Partial<Record<string, string>>
  const news = { date, reason, nextTryOn, to: 'owner' } as const
  if (type === StandingOrderFailed.type) return { ...news, letter: 'failed' }
  if (type === StandingOrderSkipped.type) {
    return reason === 'REFUSED' || reason === 'MISSED' ? { ...news, letter: 'skipped' } : undefined
  }
  if (reason === 'BY_REQUEST') return undefined
  if (type === StandingOrderPaused.type) return { ...news, letter: 'paused', to: 'admins' }
  return { ...news, letter: 'ended' }
}

async function writeLetters(deps: LettersDeps, tx: Tx, event: LoggedEvent): Promise<void> {
  const { companyId, entity } = event
  const news = newsOf(event)
  const standingOrder = await findStandingOrder(tx, companyId, entity.id)
  if (!news || !standingOrder) return
  const { letter, to, date, reason, nextTryOn } = news
  const readers =
    to === 'admins'
      ? await deps.adminsOf(tx, companyId)
      : await deps.reach(tx, companyId, [standingOrder.ownerId])
  const failure = await refusalOf(tx, standingOrder, date)
  for (const { userId, email, locale } of readers) {
    const values = {
      name: oneLine(standingOrder.name),
      date,
      reason,
      nextTryOn,
      refusal: failure ? oneLine(failureSentence(failure, locale).text) : '',
    }
    enqueueMail(tx, {
      to: email,
      ...writeLetter(writeMail, locale, letter, values),
      dedupeKey: `standing.${letter}/${entity.id}/${entity.version}/${userId}`,
      usefulUntil: after(event.occurredAt, daysMs(3)),
      now: deps.now(),
    })
  }
}

async function refusalOf(tx: Tx, standingOrder: StandingOrder, date: string) {
  return date === '' ? undefined : (await findRun(tx, standingOrder, date))?.failure
}
