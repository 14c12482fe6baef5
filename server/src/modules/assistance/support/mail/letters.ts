import type { Locale } from '#kernel/locale'
import { oneLine } from '#platform/mail'
import { type Letter, type LetterPart, textOfParts, writeLetter } from '#platform/texts'
import type { Message, Ticket } from '../tickets/ticket.ts'
import { writeMail } from './mails.ts'
import { markerStart } from './quoted-text.ts'

/** Why the mail is sent. WAITING: to the support desk. */
export type LetterKind = 'opened' | 'replied' | 'waiting' | 'resolved'

export type LetterFacts = {
  readonly ticket: Ticket
  /** The message that the mail quotes. A resolved ticket has none. */
  readonly message: Message | undefined
  readonly author: string | undefined
  readonly attachments: number
  readonly link: string
  /** A reply by mail arrives. */
  readonly takesReplies: boolean
}

/** The mail in the language of its reader. */
export function letterOf(kind: LetterKind, facts: LetterFacts, locale: Locale): Letter {
  const { ticket, message, author, attachments, link, takesReplies } = facts
  const { subject, text } = writeLetter(writeMail, locale, kind, {
    ticket: ticket.number,
    subject: oneLine(ticket.subject),
    priority: ticket.priority,
    author: author === undefined ? writeMail(locale, 'somebody') : oneLine(author),
  })
  const above = `${markerStart} ${writeMail(locale, 'above')} ${markerStart}`
  const parts: LetterPart[] = [
    ...text.split('\n\n'),
    message ? { text: indentLines(message.text), quote: message.text } : '',
    attachments > 0 ? writeMail(locale, 'attached', { count: attachments }) : '',
    writeMail(locale, 'link', { link }),
  ]
  return {
    locale,
    subject,
    text: textOfParts(takesReplies ? [above, ...parts] : parts),
    parts,
    button: { label: writeMail(locale, 'button'), address: link },
    ...(takesReplies && { replyLine: above }),
  }
}

/** Texts of people stand apart from ours, so that none of them can look like a sentence of the service. */
function indentLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
}
