import { escapeHtml, page } from '../html.ts'
import type { Message } from './message.ts'

export function mailboxPage(messages: readonly Message[]): string {
  const found =
    messages.length === 0
      ? 'Nothing yet. What the service sends by mail appears here; nothing leaves this machine.'
      : `${messages.length} shown, newest first. Nothing of it left this machine.`
  const intro = `<section class="card"><h1>Mailbox</h1><p class="soft">${found}</p></section>`
  return page('Mailbox', intro + messages.map(messageCard).join('\n'), true)
}

function messageCard({ subject, to, from, replyTo, receivedAt, text }: Message): string {
  const rows = [
    ['To', to.join(', ')],
    ['From', from],
    ...(replyTo === undefined ? [] : [['Reply to', replyTo]]),
    ['Received', receivedAt],
  ]
  return `<article class="card"><h2>${escapeHtml(subject)}</h2>
<dl>${rows.map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>
<pre>${escapeHtml(text)}</pre>
</article>`
}
