import {
  accountLayout,
  alert,
  facts,
  formToken,
  type Html,
  html,
  note,
  type Viewer,
} from './layout.ts'
import { type AccountWords, wordFor } from './words.ts'

type Message = {
  readonly id: string
  readonly author: { readonly kind: string; readonly name?: string }
  readonly text: string
  readonly attachments: readonly {
    readonly id: string
    readonly name: string
    readonly signedUrl?: string
  }[]
  readonly createdAt: string
}

export type TicketPage = {
  readonly viewer: Viewer
  readonly ticket: {
    readonly id: string
    readonly number: string
    readonly subject: string
    readonly state: string
  }
  /** Oldest first. */
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  readonly mayReply: boolean
  readonly problem?: string | undefined
  readonly isSent?: boolean
  readonly typed?: string | undefined
  /** A reply with this key is written once, however often the form is sent. */
  readonly key: string
}

export function ticketPage(words: AccountWords, page: TicketPage): string {
  const { t } = words
  const { viewer, ticket, messages, hasOlder, problem } = page
  // The personal data of whoever wrote the subject may be erased.
  const title = `${ticket.number} ${ticket.subject}`.trimEnd()
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${facts([[t('ticket.state'), wordFor(words, `ticket.${ticket.state}`)]])}
${note(page.isSent && problem === undefined ? t('ticket.sent') : undefined)}
<h2>${t('ticket.conversation')}</h2>
${hasOlder && html`<p class="quiet">${t('ticket.older')}</p>`}
${messages.map((message) => shownMessage(words, message))}
${page.mayReply && replyForm(words, page)}`,
    { viewer, isWide: true },
  )
}

function shownMessage(
  { t, instant }: AccountWords,
  { author, text, attachments, createdAt }: Message,
): Html {
  const name = author.name ?? t(author.kind === 'AGENT' ? 'ticket.support' : 'person.integration')
  return html`<div class="message">
<p class="small quiet">${t('ticket.by', { name, time: instant(createdAt) })}</p>
<p class="text">${text}</p>
${attachments.map(
  ({ name: file, signedUrl }) =>
    html`<p>${signedUrl === undefined ? file : html`<a href="${signedUrl}" rel="noreferrer">${file}</a>`}</p>`,
)}
</div>`
}

function replyForm({ t }: AccountWords, { viewer, ticket, problem, typed, key }: TicketPage): Html {
  return html`${alert(problem)}
<form method="post" action="/account/tickets/${ticket.id}">
${formToken(viewer.formToken)}
<input type="hidden" name="key" value="${key}">
<label class="field" for="text">${t('ticket.reply')}</label>
<textarea id="text" name="text" required maxlength="10000">${typed ?? ''}</textarea>
<div class="actions"><button class="primary" type="submit">${t('ticket.send')}</button></div>
</form>`
}
