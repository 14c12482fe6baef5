/** Markup that may be part of a page as it is. Everything else is text, and is escaped. */
export type Html = { readonly markup: string }

type Part = Html | string | number | undefined | false | readonly Html[]

/** The only way to make markup: every value is escaped, whoever wrote it. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = texts.reduce((all, text, index) => all + markupOf(parts[index - 1]) + text)
  return { markup }
}

/** For text that is entirely ours, such as the styles. */
export const asIs = (markup: string): Html => ({ markup })

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  if ('markup' in part) return part.markup
  return part.map(({ markup }) => markup).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
