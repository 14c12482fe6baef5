/** The facts that the drawing shows. */
export type Pictured = { readonly name: string; readonly categoryPath: readonly string[] }

/** Beside the drawing: nothing in it may load, run or link anything. */
export const placeholderPolicy = "default-src 'none'; sandbox"

const lineMax = 30
const linesMax = 3

/** A drawing that stands for a picture: a symbol of the category, and the name of the product. */
export function drawPlaceholder({ name, categoryPath }: Pictured, size: number): string {
  const lines = linesOf(name)
  const texts = lines.map(
    (line, at) =>
      `<text x="160" y="${236 + at * 24}" text-anchor="middle" font-family="sans-serif" font-size="17" fill="#3d4a57">${escapeText(line)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 320 320" role="img" aria-label="${escapeText(lines.join(' '))}">`,
    '<rect width="320" height="320" fill="#eef1f4"/>',
    `<g fill="none" stroke="#8b99a7" stroke-width="6" stroke-linejoin="round" stroke-linecap="round" transform="translate(100 60)">${symbolOf(categoryPath)}</g>`,
    ...texts,
    '</svg>',
  ].join('')
}

/** The drawings by words of categories, on a square of 120. The first that fits is drawn, and otherwise a box. */
const symbols: readonly (readonly [words: RegExp, drawing: string])[] = [
  [
    /comput|notebook|laptop|monitor|display|screen|tablet/i,
    '<rect x="12" y="14" width="96" height="66" rx="6"/><path d="M60 80v22M36 104h48"/>',
  ],
  [
    /print|toner|ink|label|paper/i,
    '<path d="M34 44V14h52v30M34 88H18V44h84v44H86"/><rect x="34" y="70" width="52" height="36"/>',
  ],
  [
    /cable|network|switch|router|connect|adapter/i,
    '<path d="M20 18v30h26V18M33 48v22c0 26 54 8 54 34v4M74 82h26"/><circle cx="87" cy="108" r="5"/>',
  ],
  [
    /bolt|screw|fasten|nut|washer|hardware/i,
    '<path d="M60 10l38 22v44l-38 22-38-22V32z"/><circle cx="60" cy="54" r="20"/>',
  ],
  [
    /tool|drill|saw|hammer|wrench/i,
    '<path d="M84 12a28 28 0 0 0-34 36L14 84l20 20 36-36a28 28 0 0 0 36-34L88 50 70 32z"/>',
  ],
  [
    /phone|audio|head(?:set|phone)|camera|video/i,
    '<rect x="34" y="8" width="52" height="104" rx="8"/><path d="M54 96h12"/>',
  ],
  [
    /office|book|pen|desk|chair|furniture/i,
    '<path d="M30 12h48l18 18v78H30zM78 12v18h18M46 54h34M46 72h34M46 90h22"/>',
  ],
]

const box = '<path d="M60 10l48 24v52l-48 24-48-24V34zM12 34l48 24 48-24M60 58v52M36 22l48 24"/>'

function symbolOf(categoryPath: readonly string[]): string {
  // The last category is the most exact.
  for (const category of categoryPath.toReversed()) {
    const found = symbols.find(([words]) => words.test(category))
    if (found) return found[1]
  }
  return box
}

/** The first words of the name, in lines that fit. */
function linesOf(name: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of name.replace(invisible, ' ').split(' ').filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= lineMax) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word.length > lineMax ? `${[...word].slice(0, lineMax - 1).join('')}…` : word
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= linesMax) return lines
  return [...lines.slice(0, linesMax - 1), `${lines[linesMax - 1]} …`]
}

/** Spaces, controls, and halves of characters, which XML does not allow. */
const invisible = /[\s\p{Cc}\p{Cs}\ufffe\uffff]+/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeText = (text: string) => text.replace(/[&<>"']/g, (one) => entities[one] ?? '')
