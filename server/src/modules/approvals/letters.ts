import { decimalOf } from '#kernel/money'
import { oneLine } from '#platform/mail'
import type { NoticeKind } from './announce.ts'
import type { ApprovalRequest } from './request.ts'

export type Letter = { readonly subject: string; readonly text: string }

export type LetterFacts = {
  readonly request: ApprovalRequest
  /** Whoever ordered; of an API key, who made it. */
  readonly requester: string
  /** Whoever decided, where a person did. */
  readonly decider: string | undefined
  /** Where a person looks at the request. */
  readonly link: string
}

/** What is said, in plain words. Whatever people wrote themselves is made one line: no mail can be forged by a name. */
export function letterOf(kind: NoticeKind, facts: LetterFacts): Letter {
  return kind === 'DECIDED' ? decided(facts) : asking(kind, facts)
}

function asking(kind: Exclude<NoticeKind, 'DECIDED'>, facts: LetterFacts): Letter {
  const { request, link } = facts
  const requester = oneLine(facts.requester)
  const amount = amountOf(request)
  const rule = oneLine(request.steps[request.step]?.ruleName ?? '')
  const until = minuteOf(request.expiresAt)
  const subjects = {
    ASKED: `${requester} asks for your approval: ${amount}`,
    REMINDED: `Still waits for your approval: ${amount} of ${requester}`,
    ESCALATED: `Nobody has decided yet: ${amount} of ${requester}`,
  }
  const why = {
    ASKED: `The rule "${rule}" asks for your word.`,
    REMINDED: `The rule "${rule}" asks for your word, and the order still waits for it.`,
    ESCALATED: `Those whom the rule "${rule}" asks have not decided, or are there no more. As an administrator of the company you may now decide in their place.`,
  }
  return {
    subject: subjects[kind],
    text: `${requester} has ordered for ${amount}. ${why[kind]}

Look at the order, and approve or reject it:

${link}

Without a decision by ${until} the order is given up and its goods are free again.
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
      text: `Everybody who was asked has agreed to your order of ${amount}. It is placed, and its suppliers see it.\n\n${link}\n`,
    }
  }
  if (state === 'EXPIRED') {
    return {
      subject: `Nobody decided on your order of ${amount}`,
      text: `Your order of ${amount} waited for an approval until ${minuteOf(request.expiresAt)}, and nobody decided. It is given up: its goods are free again, and its payment is released.\n\nOrder again if you still need it, and tell the approvers that it waits.\n\n${link}\n`,
    }
  }
  return {
    subject: `Your order of ${amount} is rejected`,
    text: `Your order of ${amount} was rejected${who}. Its goods are free again, and its payment is released.${why}\n\n${link}\n`,
  }
}

function amountOf({ total }: ApprovalRequest): string {
  return `${decimalOf(total)} ${total.currency}`
}

function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
