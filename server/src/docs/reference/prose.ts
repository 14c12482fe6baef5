import { asIs, type Html, html } from '#pages/plain-page'

/** A description: paragraphs, and code between backticks. Our descriptions use no other markup. */
export function prose(text: string | undefined): Html | undefined {
  if (!text) return undefined
  const paragraphs = text.split(/\n{2,}/)
  return html`${paragraphs.map((paragraph) => html`<p>${inline(paragraph)}</p>\n`)}`
}

/** One line of text with code between backticks. */
export function inline(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}

/** Several pieces with a text between them. */
export function join(pieces: readonly Html[], between: string): Html {
  return html`${pieces.map((piece, at) => (at === 0 ? piece : html`${between}${piece}`))}`
}

/** An example as it is sent. */
export function code(text: string): Html {
  return html`<pre><code>${text}</code></pre>`
}

export const nothing = asIs('')
