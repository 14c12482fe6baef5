import type { Goods, Letter, LetterPart } from '#platform/texts'

/** Mail programs clip a mail of more than 102 kB. A longer text of a person ends in “…”: the page has the whole. */
const quoteCharsMax = 12_000

/**
 * The HTML of a mail: the facts of its text in the same order, and a button for its page. It has no script and no picture, and it
 * loads nothing. Every value is text: only `button` becomes a link. Each colour stands beside its background, so that a mail
 * program that inverts them keeps the contrast.
 */
export function htmlOfLetter(letter: Letter): string {
  const { locale, subject, replyLine } = letter
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title>
<style>${screenStyles}</style>
</head>
<body class="back" style="margin:0;padding:0;background-color:#f2f5f4">
${outlookStart}
${replyLine === undefined ? '' : `<p class="soft" style="margin:0;padding:8px 16px 0;${fontFamily};font-size:13px;color:#51605a">${escapeText(replyLine)}</p>`}
<div style="max-width:600px;margin:0 auto;padding:24px 16px;${fontFamily};font-size:16px;line-height:1.5">
<div class="card" style="padding:24px;border:1px solid #d3dcd8;border-radius:8px;background-color:#ffffff;color:#1b2420">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;${wrapStyle}">${escapeText(subject)}</h1>
${bodyOf(letter)}
</div>
<p class="soft" style="margin:16px 0 0;font-size:13px;color:#51605a">Purveyor</p>
</div>
${outlookEnd}
</body>
</html>
`
}

const fontFamily = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const wrapStyle = 'overflow-wrap:anywhere;word-break:break-word'

/** For dark and for narrow screens. Mail programs that drop it show the light colours. */
const screenStyles = `
:root{color-scheme:light dark}
@media (max-width:480px){
.card{padding:16px!important}
.amount{white-space:normal!important}
}
@media (prefers-color-scheme:dark){
.back{background-color:#101614!important}
.card{background-color:#1a2220!important;border-color:#3a4743!important;color:#e9efec!important}
.soft{color:#a9b8b2!important}
.line{border-color:#3a4743!important}
.deed{background-color:#7fd3bd!important;color:#08231c!important}
}
`

/** Outlook knows no greatest width. */
const outlookStart =
  '<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->'
const outlookEnd = '<!--[if mso]></td></tr></table><![endif]-->'

function paragraphsOf(text: string): LetterPart[] {
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
}

function bodyOf({ text, parts = paragraphsOf(text), button }: Letter): string {
  const at = button ? buttonPlaceOf(parts, button.address) : -1
  const html = parts.flatMap((part, index) => {
    if (!button || index !== at) return [partOf(part)]
    const before = String(part).trimEnd().slice(0, -button.address.length)
    return [partOf(before), buttonOf(button)]
  })
  return html.filter((each) => each !== '').join('\n')
}

/** The last paragraph that ends with the address. -1: none, or the address leads to no page. */
function buttonPlaceOf(parts: readonly LetterPart[], address: string): number {
  if (!/^https?:\/\//.test(address)) return -1
  return parts.findLastIndex((part) => typeof part === 'string' && part.trimEnd().endsWith(address))
}

function buttonOf({ label, address }: NonNullable<Letter['button']>): string {
  const look =
    'display:inline-block;padding:12px 24px;border-radius:6px;background-color:#17614e;color:#ffffff;font-weight:600;text-decoration:none'
  return `<p style="margin:0 0 8px"><a class="deed" href="${escapeText(address)}" target="_blank" rel="noreferrer" style="${look}">${escapeText(label)}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:13px;color:#51605a;${wrapStyle}">${escapeText(address)}</p>`
}

function partOf(part: LetterPart): string {
  if (typeof part === 'string') {
    return part.trim() === ''
      ? ''
      : `<p style="margin:0 0 16px;${wrapStyle}">${linesOf(part.trim())}</p>`
  }
  return 'quote' in part ? quoteOf(part.quote) : goodsOf(part.goods)
}

/** The words of a person stand apart, so that none of them can look like a sentence of the service. */
function quoteOf(quote: string): string {
  const shown = quote.length > quoteCharsMax ? `${quote.slice(0, quoteCharsMax)}…` : quote
  const lines = linesOf(shown.toWellFormed().trim())
  return `<blockquote class="line" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #8bbdaf;${wrapStyle}">${lines}</blockquote>`
}

const cellStyle =
  'padding:8px 8px 8px 0;border-bottom:1px solid #d3dcd8;text-align:left;vertical-align:top'

/** The attributes of the cells of a row: quantity, product, amount. */
const cells = [
  `class="line" style="${cellStyle};white-space:nowrap"`,
  `class="line" style="${cellStyle};${wrapStyle}"`,
  `class="line amount" style="${cellStyle};text-align:right;white-space:nowrap"`,
] as const

function goodsOf({ columns, rows, more, sums = [] }: Goods): string {
  const head = columns.map((name, at) => `<th scope="col" ${cells[at]}>${escapeText(name)}</th>`)
  const body = rows.map(({ quantity, name, note, amount }) => {
    const soft = '<br><span class="soft" style="font-size:13px;color:#51605a">'
    const below = note === undefined ? '' : `${soft}${escapeText(note)}</span>`
    const paid = amount === undefined ? [] : [escapeText(amount)]
    const shown = [escapeText(quantity), `${escapeText(name)}${below}`, ...paid]
    return rowOf(shown.map((html, at) => `<td ${cells[at]}>${html}</td>`))
  })
  const rest = `<td colspan="${columns.length}" ${cells[1]}>${escapeText(more ?? '')}</td>`
  const foot = sums.map(({ name, amount }) =>
    rowOf([
      `<th scope="row" colspan="2" class="line" style="${cellStyle};font-weight:400">${escapeText(name)}</th>`,
      `<td ${cells[2]}>${escapeText(amount)}</td>`,
    ]),
  )
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px">
<thead>${rowOf(head)}</thead>
<tbody>${[...body, ...(more === undefined ? [] : [rowOf([rest])]), ...foot].join('\n')}</tbody>
</table>`
}

const rowOf = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`

function linesOf(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(escapeText)
    .join('<br>\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** For text, and for attributes in double quotes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
