import type { Locale } from '#kernel/locale'
import { decimalOf } from '#kernel/money'
import { formatInstant, formatMoney } from '#platform/locale'
import { oneLine } from '#platform/mail'
import { type Letter, writeLetter } from '#platform/texts'
import { writeMail } from '../mails.ts'
import type { ApprovalRequest } from '../requests/request.ts'
import type { NoticeKind } from './announce.ts'

/** The facts of an order that approvers read first. */
export type RequestSummary = {
  readonly poNumber?: string | undefined
  /** The unit of the person who ordered. */
  readonly unit?: string | undefined
  readonly shipTo?: string | undefined
  readonly suppliers: readonly string[]
}

export type LetterFacts = {
  readonly request: ApprovalRequest
  /** The person who ordered; for an API key, the person who made it. Undefined if that person left the company. */
  readonly requester: string | undefined
  /** The person who decided, if a person did. */
  readonly decider: string | undefined
  /** Undefined in mails that ask for nothing. */
  readonly summary: RequestSummary | undefined
  /** The link to the request. */
  readonly link: string
}

/** The mail in the language of its reader. Texts that people wrote become one line, so that no name can forge a mail. */
export function letterOf(kind: NoticeKind, facts: LetterFacts, locale: Locale): Letter {
  const letter =
    kind === 'DECIDED' ? decisionLetter(facts, locale) : requestLetter(kind, facts, locale)
  return { ...letter, button: { label: writeMail(locale, 'button'), address: facts.link } }
}

const requestNames = { ASKED: 'asked', REMINDED: 'reminded', ESCALATED: 'escalated' } as const

function requestLetter(
  kind: Exclude<NoticeKind, 'DECIDED'>,
  { request, link, requester, summary }: LetterFacts,
  locale: Locale,
): Letter {
  const values = {
    requester: requester === undefined ? writeMail(locale, 'somebody_left') : oneLine(requester),
    order: request.orderNumber,
    amount: amountOf(request, locale),
    ...addedValues(request, locale),
    rule: oneLine(request.steps[request.step]?.ruleName ?? ''),
    until: formatInstant(locale, request.expiresAt),
    link,
  }
  const { subject, text: why } = writeLetter(writeMail, locale, requestNames[kind], values)
  const text = writeMail(locale, 'request.text', {
    ...values,
    why,
    ...summaryValues(summary ?? { suppliers: [] }, request, locale),
  })
  return { locale, subject, text }
}

const suppliersMax = 5

/** One value for each line of the summary. The mail leaves out a line whose value is empty. */
function summaryValues(
  { poNumber, unit, shipTo, suppliers }: RequestSummary,
  { revises }: ApprovalRequest,
  locale: Locale,
) {
  const shownNames = suppliers.slice(0, suppliersMax).map(oneLine)
  const moreCount = suppliers.length - shownNames.length
  const names =
    moreCount > 0
      ? [...shownNames, writeMail(locale, 'more_suppliers', { more: moreCount })]
      : shownNames
  const lines = {
    poNumber,
    unit,
    shipTo,
    suppliers: names.length === 0 ? undefined : names.join(', '),
  }
  return Object.fromEntries([
    ...Object.entries(lines).flatMap(([name, text]) => [
      [name, oneLine(text ?? '')],
      [`${name}Given`, text === undefined ? 'no' : 'yes'],
    ]),
    ['revised', revises === undefined ? 'no' : 'yes'],
  ])
}

function decisionLetter({ request, decider, link }: LetterFacts, locale: Locale): Letter {
  const { state, reason, expiresAt } = request
  const { raised, added } = addedValues(request, locale)
  const values = { order: request.orderNumber, amount: amountOf(request, locale), link }
  const decision = {
    ...values,
    decided: decider === undefined ? 'no' : 'yes',
    decider: oneLine(decider ?? ''),
    reasoned: reason === undefined ? 'no' : 'yes',
    reason: oneLine(reason ?? ''),
  }
  if (raised === 'yes') {
    return state === 'APPROVED'
      ? writeLetter(writeMail, locale, 'change_approved', { ...values, added })
      : writeLetter(writeMail, locale, 'change_refused', { ...decision, added, outcome: state })
  }
  if (state === 'APPROVED') return writeLetter(writeMail, locale, 'approved', values)
  if (state === 'EXPIRED') {
    const until = formatInstant(locale, expiresAt)
    return writeLetter(writeMail, locale, 'expired', { ...values, until })
  }
  return writeLetter(writeMail, locale, state === 'RETURNED' ? 'returned' : 'rejected', decision)
}

/** Whether the request is about a change of a placed order, and what that adds. */
function addedValues({ added }: ApprovalRequest, locale: Locale) {
  return {
    raised: added ? 'yes' : 'no',
    added: added ? formatMoney(locale, { amount: decimalOf(added), currency: added.currency }) : '',
  }
}

export type CommentFacts = {
  readonly request: ApprovalRequest
  /** Undefined if the author has left the company. */
  readonly author: string | undefined
  readonly comment: string
  readonly link: string
}

export function commentLetter(
  { request, author, comment, link }: CommentFacts,
  locale: Locale,
): Letter {
  const values = {
    author: author === undefined ? writeMail(locale, 'somebody_left') : oneLine(author),
    order: request.orderNumber,
    amount: amountOf(request, locale),
    comment: oneLine(comment),
    link,
  }
  const letter = writeLetter(writeMail, locale, 'commented', values)
  return { ...letter, button: { label: writeMail(locale, 'button'), address: link } }
}

function amountOf({ total }: ApprovalRequest, locale: Locale): string {
  return formatMoney(locale, { amount: decimalOf(total), currency: total.currency })
}
