const hiddenTags: ReadonlySet<string> = new Set(['head', 'script', 'style', 'title', 'template'])
const lineTags: ReadonlySet<string> = new Set([
  'br',
  'p',
  'div',
  'li',
  'tr',
  'table',
  'ul',
  'ol',
  'blockquote',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
])
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** A quote of a mail. Other block quotes are indented own text. */
const citedAttribute = /\stype\s?=\s?["']?cite|\sclass\s?=\s?["']?[^"'>]{0,80}quote/i

/**
 * The text of a mail that has only HTML. It reads each character once, whatever the mail contains. The result is plain text, in which
 * the lines of a quoted mail begin with `>`.
 */
export function textOfHtml(html: string): string {
  let text = ''
  let at = 0
  let hidden: string | undefined
  const blocks: boolean[] = []
  let quotes = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (hidden === undefined) text += html.slice(at, end).replace(/\s+/g, ' ')
    const close = open < 0 ? -1 : html.indexOf('>', open)
    if (close < 0) break
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 16)) ?? []
    const tag = name.toLowerCase()
    if (tag === 'blockquote' && hidden === undefined) {
      const isCited = slash
        ? blocks.pop()
        : citedAttribute.test(html.slice(open, Math.min(close, open + 300)))
      if (!slash) blocks.push(isCited === true)
      if (isCited) quotes += slash ? -1 : 1
    }
    if (hidden !== undefined) hidden = slash && tag === hidden ? undefined : hidden
    else if (!slash && hiddenTags.has(tag)) hidden = tag
    else if (lineTags.has(tag)) text += quotes > 0 ? '\n> ' : '\n'
    at = close + 1
  }
  return text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, decode)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function decode(whole: string, decimal = '', hex = '', name = ''): string {
  if (name !== '') return entities[name.toLowerCase()] ?? whole
  const code = decimal === '' ? Number.parseInt(hex, 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
