/** ISO 8859-1 from U+00A0 on, with the names of HTML 4. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const others = {
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Yuml: 'Ÿ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  bull: '•',
  hellip: '…',
  prime: '′',
  Prime: '″',
  lsaquo: '‹',
  rsaquo: '›',
  euro: '€',
  trade: '™',
  Omega: 'Ω',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  minus: '−',
}

/**
 * The named characters that HTML has and XML does not. A no-break space becomes a space, because a feed has no layout.
 */
export const htmlEntities: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    latin1.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
  ),
  ...others,
  nbsp: ' ',
}

const ofXml: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,7}));/g

/**
 * Resolves references that remain in a text, such as `5&nbsp;m`, because HTML was written to XML as text. The result is
 * not resolved again. An unknown reference stays as it is.
 */
export function withoutReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return namedEntity(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (code === 0xa0) return ' '
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}

function namedEntity(name: string): string | undefined {
  if (Object.hasOwn(ofXml, name)) return ofXml[name]
  return Object.hasOwn(htmlEntities, name) ? htmlEntities[name] : undefined
}
