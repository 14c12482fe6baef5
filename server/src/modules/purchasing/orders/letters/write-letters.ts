import { after, type Clock, daysMs, hoursMs } from '#kernel/time'
import { afterCommit, type Conn, type Tx } from '#platform/db'
import { enqueueMail, type Reader } from '#platform/mail'
import { type LoggedEvent, on, type Subscription } from '#platform/outbox'
import type { Metrics } from '#platform/telemetry'
import { countMails, listLineNames, listPlacers } from './letter-store.ts'
import { type LetterKind, letterKinds, linesWithoutName } from './letters.ts'

export type LettersDeps = {
  /**
   * For each audience, at its position: the person that it names, or the administrators of the company, without those
   * who accept no mail.
   */
  readonly readersOf: (
    conn: Conn,
    audiences: readonly { readonly companyId: string; readonly userId: string | undefined }[],
  ) => Promise<readonly (readonly Reader[])[]>
  /** The page on which a person sees the order, as its buyer or as one of its suppliers. */
  readonly linkOf: (orderId: string, as: LetterKind['to']) => string
  /** Without a mail server no mail is written: the mails would wait and pile up for ever. */
  readonly isMailTaken: boolean
  readonly now: Clock
  readonly metrics: Metrics
}

/** Older events send no mail, so that an outage or a new mail server floods nobody. */
const newsMs = daysMs(1)
/** The limit of one company. A company with more orders follows them by webhook. */
const mailsPerHourMax = 300

const kindOf = new Map(letterKinds.map((letter) => [letter.kind.type, letter]))

/**
 * Reads the event log and sends mails to the people who ordered and to the suppliers. One transaction writes the mails
 * and moves the position, so each mail is written once, and placing an order never waits. Orders placed with an API key
 * send no mail: their owner subscribes to webhooks instead.
 */
export function lettersSubscribers(deps: LettersDeps): readonly Subscription[] {
  const isNews = ({ occurredAt }: LoggedEvent) => occurredAt > after(deps.now(), -newsMs)
  return [
    on(
      letterKinds.map(({ kind }) => kind),
      {
        name: 'orders.write_letters',
        concerns: (event) => deps.isMailTaken && isNews(event),
        recordAll: (tx, events) => writeLetters(deps, tx, events),
      },
    ),
  ]
}

async function writeLetters(
  deps: LettersDeps,
  tx: Tx,
  events: readonly LoggedEvent[],
): Promise<void> {
  const occasions = await occasionsOf(tx, events)
  if (occasions.length === 0) return
  const readers = await deps.readersOf(
    tx,
    occasions.map(({ event: { companyId }, userId }) => ({ companyId, userId })),
  )
  const letters = occasions.flatMap((occasion, at) => {
    const to = readers[at] ?? []
    return to.length === 0 ? [] : [{ ...occasion, to }]
  })
  if (letters.length === 0) return
  const hour = new Date(Math.floor(deps.now().getTime() / hoursMs(1)) * hoursMs(1))
  const within = await countMails(
    tx,
    letters.map(({ event: { companyId }, to }) => ({ companyId, mails: to.length })),
    { max: mailsPerHourMax, hour, keptFrom: after(hour, -daysMs(2)) },
  )
  const names = await namesOf(tx, letters)
  for (const [at, letter] of letters.entries()) {
    const isWritten = within.has(at)
    if (isWritten) write(deps, tx, letter, names)
    afterCommit(tx, () => count(deps, letter, isWritten ? 'written' : 'withheld'))
  }
}

type Names = Awaited<ReturnType<typeof listLineNames>>

/** An event of a supplier names the buyer, to whom the order belongs. */
function namesOf(tx: Tx, letters: readonly Occasion[]): Promise<Names> {
  const lines = letters.flatMap(({ event }) => {
    const { buyerCompanyId = event.companyId } = event.data as { readonly buyerCompanyId?: string }
    return linesWithoutName(event).map((line) => ({
      companyId: buyerCompanyId,
      orderId: event.entity.id,
      line,
    }))
  })
  return listLineNames(tx, lines)
}

type Occasion = {
  readonly event: LoggedEvent
  readonly letter: LetterKind
  /** Undefined: the administrators. */
  readonly userId: string | undefined
}

async function occasionsOf(tx: Tx, events: readonly LoggedEvent[]): Promise<Occasion[]> {
  const withLetter = events.flatMap((event) => {
    const letter = kindOf.get(event.type)
    return letter && letter.isFor?.(event) !== false ? [{ event, letter }] : []
  })
  const ordered = withLetter
    .filter(({ letter }) => letter.to === 'placer')
    .map(({ event: { companyId, entity } }) => ({ companyId, orderId: entity.id }))
  const placers = await listPlacers(tx, ordered)
  return withLetter.flatMap(({ event, letter }): Occasion[] => {
    if (letter.to === 'administrators') return [{ event, letter, userId: undefined }]
    const userId = placers.get(event.entity.id)
    return userId === undefined ? [] : [{ event, letter, userId }]
  })
}

type Letter = Occasion & {
  readonly to: readonly Reader[]
}

function write(deps: LettersDeps, tx: Tx, { event, letter, to }: Letter, names: Names): void {
  const facts = {
    link: deps.linkOf(event.entity.id, letter.to),
    names: names.get(event.entity.id) ?? new Map<number, string>(),
  }
  for (const { userId, email, locale } of to) {
    enqueueMail(tx, {
      to: email,
      ...letter.letterOf(event, facts, locale),
      dedupeKey: `orders.letter/${event.id}/${userId}`,
      usefulUntil: after(event.occurredAt, daysMs(3)),
      now: deps.now(),
    })
  }
}

function count({ metrics }: LettersDeps, { letter, to }: Letter, outcome: 'written' | 'withheld') {
  metrics
    .counter(
      'orders_mails_total',
      'Mails about orders, and those that a company had too many of.',
      ['kind', 'outcome'],
    )
    .add({ kind: letter.kind.type, outcome }, to.length)
}
