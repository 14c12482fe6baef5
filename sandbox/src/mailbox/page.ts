import { escapeHtml, page } from '../html.ts'
import type { Message } from './message.ts'

/** A message, and the address of its HTML. */
export type Shown = Message & { readonly htmlPath: string }

export function mailboxPage(messages: readonly Shown[]): string {
  const found =
    messages.length === 0
      ? 'Nothing yet. What the service sends by mail appears here; nothing leaves this machine.'
      : `${messages.length} shown, newest first. Nothing of it left this machine.`
  const intro = `<section class="card"><h1>Mailbox</h1><p class="soft">${found}</p></section>`
  return page('Mailbox', intro + messages.map(messageCard).join('\n'), true)
}

function messageCard(message: Shown): string {
  const { subject, to, from, replyTo, receivedAt, text, html, htmlPath } = message
  const rows = [
    ['To', to.join(', ')],
    ['From', from],
    ...(replyTo === undefined ? [] : [['Reply to', replyTo]]),
    ['Received', receivedAt],
  ]
  const plain = `<pre>${escapeHtml(text)}</pre>`
  return `<article class="card"><h2>${escapeHtml(subject)}</h2>
<dl>${rows.map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>
${html === undefined ? plain : bothOf(htmlPath, plain)}
</article>`
}

/** The frame has neither scripts nor the origin of this page. Its links open outside of it. */
function bothOf(htmlPath: string, plain: string): string {
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
  return `<details open><summary>HTML</summary><iframe sandbox="${sandbox}" src="${htmlPath}" title="The mail as HTML" loading="lazy"></iframe></details>
<details><summary>Text</summary>${plain}</details>`
}
