/** An element: its name, its attributes, and text or more elements. Undefined parts are left out. */
export type Xml = {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly content: string | readonly (Xml | undefined)[]
}

export function xml(
  name: string,
  content: Xml['content'],
  attributes?: Readonly<Record<string, string>>,
): Xml {
  return attributes ? { name, attributes, content } : { name, content }
}

/** Undefined if there is no text: an empty element and a missing one differ. */
export function optionalXml(name: string, text: string | undefined): Xml | undefined {
  return text === undefined || text.trim() === '' ? undefined : xml(name, text)
}

export function writeXml(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeInvoice(root, '')}\n`
}

function writeInvoice({ name, attributes = {}, content }: Xml, indent: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`)
  const open = `${indent}<${name}${written.join('')}`
  if (typeof content === 'string') return `${open}>${escapeText(content)}</${name}>`
  const children = content.filter((child) => child !== undefined)
  if (children.length === 0) return `${open}/>`
  const inner = children.map((child) => writeInvoice(child, `${indent}  `)).join('\n')
  return `${open}>\n${inner}\n${indent}</${name}>`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Removes what XML 1.0 cannot hold, such as control characters and lone surrogates. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character)
}
