/** Markup that is safe to send. Only `html` makes it. */
export type Markup = { readonly markup: string }

type Part = Markup | string | number | undefined | false | readonly Part[]

/** A template that escapes its parts unless they are markup already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const markup = texts.map((text, index) => text + (index < parts.length ? show(parts[index]) : ''))
  return { markup: markup.join('') }
}

function show(part: Part): string {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(show).join('')
  if (typeof part === 'object') return (part as Markup).markup
  return escapeHtml(String(part))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** The part of Markdown that descriptions use: paragraphs and `code`. */
export function prose(text: string): Markup {
  const paragraphs = escapeHtml(text)
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
  return { markup: paragraphs.join('') }
}
