import { escapeHtml, page } from '../html.ts'
import type { Delivery } from './delivery.ts'

const words = new Map<boolean | null, string>([
  [true, 'Signature right'],
  [false, 'Signature wrong or missing'],
  [null, 'No secret known here'],
])

export function deliveriesPage(name: string, deliveries: readonly Delivery[]): string {
  const intro = `<section class="card"><h1>What ${escapeHtml(name)} received</h1>
<p class="soft">${deliveries.length === 0 ? 'Nothing yet. Send a test from your webhook subscription, then load this page again.' : `${deliveries.length} shown, newest first.`}</p></section>`
  return page(`Receiver ${name}`, intro + deliveries.map(deliveryCard).join('\n'), true)
}

function deliveryCard(delivery: Delivery): string {
  const rows = [
    ['Signature', words.get(delivery.verified) ?? ''],
    ['Received', delivery.receivedAt],
    ['Id', delivery.id],
  ]
  return `<article class="card"><h2>${escapeHtml(delivery.event ?? 'Unnamed event')}</h2>
<dl>${rows.map(([term, text]) => `<dt>${term}</dt><dd>${escapeHtml(text ?? '')}</dd>`).join('')}</dl>
<pre>${escapeHtml(indentJson(delivery.body))}</pre>
<details><summary>Headers</summary><pre>${escapeHtml(JSON.stringify(delivery.headers, null, 2))}</pre></details>
</article>`
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
