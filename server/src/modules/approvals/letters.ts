import { decimalOf } from '#kernel/money'
import { oneLine } from '#platform/mail'
import type { NoticeKind } from './announce.ts'
import type { ApprovalRequest } from './request.ts'

export type Letter = { readonly subject: string; readonly text: string }

export type LetterFacts = {
  readonly request: ApprovalRequest
  /** The person who ordered; for an API key, the person who made it. */
  readonly requester: string
  /** The person who decided, if a person did. */
  readonly decider: string | undefined
  /** The link to the request. */
  readonly link: string
}

/** The mail in plain words. Texts that people wrote become one line, so that no name can forge a mail. */
export function letterOf(kind: NoticeKind, facts: LetterFacts): Letter {
  return kind === 'DECIDED' ? decided(facts) : requestLetter(kind, facts)
}

function requestLetter(kind: Exclude<NoticeKind, 'DECIDED'>, facts: LetterFacts): Letter {
  const { request, link } = facts
  const requester = oneLine(facts.requester)
  const amount = amountOf(request)
  const rule = oneLine(request.steps[request.step]?.ruleName ?? '')
  const until = minuteOf(request.expiresAt)
  const subjects = {
    ASKED: `${requester} asks for your approval: ${amount}`,
    REMINDED: `Reminder: ${amount} of ${requester} waits for your approval`,
    ESCALATED: `Nobody has decided yet: ${amount} of ${requester}`,
  }
  const why = {
    ASKED: `The rule "${rule}" asks for your approval.`,
    REMINDED: `The rule "${rule}" asks for your approval, and the order still waits.`,
    ESCALATED: `Nobody whom the rule "${rule}" asks has decided. As an administrator of the company you may now decide in their place.`,
  }
  return {
    subject: subjects[kind],
    text: `${requester} has ordered for ${amount}. ${why[kind]}

Read the order, then approve or reject it:

${link}

Without a decision by ${until} the order expires, and its goods are released.
`,
  }
}

function decided({ request, decider, link }: LetterFacts): Letter {
  const { state, reason } = request
  const amount = amountOf(request)
  const who = decider === undefined ? '' : ` by ${oneLine(decider)}`
  const why = reason === undefined ? '' : `\n\nThe reason: ${oneLine(reason)}`
  if (state === 'APPROVED') {
    return {
      subject: `Your order of ${amount} is approved`,
      text: `Your order of ${amount} is approved and placed. Its suppliers see it now.\n\n${link}\n`,
    }
  }
  if (state === 'EXPIRED') {
    return {
      subject: `Nobody decided on your order of ${amount}`,
      text: `Your order of ${amount} waited for an approval until ${minuteOf(request.expiresAt)}, and nobody decided. The order expired: its goods and its payment are released.\n\nOrder again if you still need it, and ask the approvers to decide.\n\n${link}\n`,
    }
  }
  return {
    subject: `Your order of ${amount} is rejected`,
    text: `Your order of ${amount} was rejected${who}. Its goods and its payment are released.${why}\n\n${link}\n`,
  }
}

function amountOf({ total }: ApprovalRequest): string {
  return `${decimalOf(total)} ${total.currency}`
}

function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
