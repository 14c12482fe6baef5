import { openElements } from '../page/open-elements.ts'
import { readTokens } from '../page/tokens.ts'
import { readAvailability } from '../structured/availability.ts'
import { type Zone, zoneOf } from './zones.ts'

/** Where one element begins and ends in the text of its page. */
export type OutlineNode = {
  readonly name: string
  /** The place of its parent in the list, or -1. */
  readonly parent: number
  readonly from: number
  to: number
  readonly href: string | undefined
  readonly columns: number
  readonly rows: number
}

/** What people see of a page, as one text with the places of its elements. */
export type Outline = {
  /** Blocks are lines. `inlineBorder` stands where an element begins or ends within a line. */
  readonly text: string
  /** In the order of the page. Each stands before those within it. */
  readonly nodes: readonly OutlineNode[]
  /** What stands around the content: navigation, boxes at the side, the foot of the page. */
  readonly around: string
  /** The title of the page. */
  readonly title: string
  /** Parts whose class says that they are an article number. */
  readonly numbered: readonly { readonly from: number; readonly to: number }[]
  /** The places of the text where something can be put into a cart. */
  readonly carts: readonly number[]
  /** Scripts that may have the state of the page. */
  readonly scripts: readonly string[]
}

export const inlineBorder = '\ue000'

const charactersMax = 1_000_000
const nodesMax = 40_000
const scriptsMax = 100
const scriptCharactersMax = 2_097_152
const marksMax = 1_000

const wantedTags: ReadonlySet<string> = new Set(
  'href class id style hidden colspan rowspan type value alt title'.split(' '),
)
const empty = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
const unreadTags = new Set(
  'style template textarea iframe noscript svg math object audio video canvas'.split(' '),
)
const blocks = new Set(
  'address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
)
const keptTags = new Set(
  'a article b body caption center dd div dl dt fieldset figure form h1 h2 h3 h4 h5 h6 li main ol p section span strong table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const cartWords =
  /in den (?:waren|einkaufs)korb|zum warenkorb hinzu|jetzt kaufen|^kaufen$|^bestellen$|add to (?:cart|basket|bag|trolley)|buy now|^buy$|ajouter au panier|^acheter$|commander$/i

/** Classes that shops give to the article number of a product. */
const numberClass =
  /(?:^|[\s_-])(?:sku|artnr|art-nr|artno|artikelnummer|artikelnr|article-?(?:number|no|nr)|product-?(?:number|no|nr|code)|item-?(?:number|no|code)|part-?(?:number|no)|productnumber|bestellnummer|bestellnr|order-?(?:number|no)|reference|ref|codice|mpn)(?:$|[\s_-])/i

const cardClass =
  /(?:^|[\s_-])(?:card|tile|item|product|produkt|produit|artikel|teaser|kachel)(?:\s|$)/i

type Element = {
  readonly name: string
  /** Where its text begins, if its class says that it is an article number. */
  readonly numberFrom: number | undefined
  readonly zone: Zone
  readonly isBlock: boolean
  /** The place of its node, or of the nearest above it. */
  readonly at: number
}
type Attributes = ReadonlyMap<string, string>

/** Reads what people see of a page in one pass. What it costs is in proportion to the page. */
export function outlineOf(page: string, isByClass = true): Outline {
  const builder = outlineBuilder(isByClass)
  const scripts = scriptCollector()
  let rawName = ''
  readTokens(page, wantedTags, {
    onStartTag: (name, attributes) => {
      if (name === '' || rawName !== '') return
      if (name === 'script' || unreadTags.has(name)) {
        rawName = name
        if (name === 'script') scripts.begin(attributes.get('type') ?? '')
      } else builder.begin(name, attributes)
    },
    onEndTag: (name) => {
      if (rawName === '') builder.close(name)
      else if (name === rawName) {
        scripts.end()
        rawName = ''
      }
    },
    onText: (text) => (rawName === '' ? builder.addText(text) : scripts.add(text)),
    wantsText: () => (rawName === '' ? builder.wantsText() : scripts.isOpen()),
  })
  scripts.end()
  return { ...builder.found(), scripts: scripts.found }
}

function outlineBuilder(isByClass: boolean) {
  const texts = { content: textCollector(), around: textCollector(), title: textCollector() }
  const button = textCollector()
  const nodes = nodeList(texts.content)
  const marks = markList(texts.content)
  const others = otherSections()
  const targetOf = (zone: Zone) => {
    if (zone === 'hidden') return undefined
    if (zone === 'button') return button
    return texts[zone === 'content' && others.isOpen() ? 'around' : zone]
  }
  const elements = openElements<Element>((element) => {
    if (element.zone === 'content') others.onLineEnd(element.name, texts.content.line())
    others.onEnd()
    targetOf(element.zone)?.border(element.isBlock)
    nodes.end(element.at)
    if (element.zone === 'button') marks.noteCart(button.take())
    if (element.numberFrom !== undefined) marks.noteNumber(element.numberFrom)
  })
  return {
    begin: (name: string, attributes: Attributes) => {
      elements.endBefore(name)
      const { top } = elements
      const zone = zoneOf(name, attributes, top?.zone ?? 'content', isByClass)
      if (name === 'input') marks.noteCart(attributes.get('value') ?? '')
      const isBlock = isBlockOf(name, attributes)
      if (zone === 'content' && isBlock) others.onLineEnd(name, texts.content.line())
      targetOf(zone)?.border(isBlock)
      const sign = attributes.get('alt') ?? attributes.get('title')
      const isStock = sign !== undefined && sign.length <= 60 && readAvailability(sign)
      if (isStock) targetOf(zone)?.add(sign)
      if (empty.has(name)) return
      others.onBegin(name)
      const isContent = zone === 'content' && !others.isOpen()
      const isNumber = isContent && numberClass.test((attributes.get('class') ?? '').slice(0, 200))
      const above = top?.at ?? -1
      elements.push({
        name,
        zone,
        isBlock,
        at: isContent && keptTags.has(name) ? nodes.add(name, attributes, above) : above,
        numberFrom: isNumber ? texts.content.length() : undefined,
      })
    },
    close: elements.close,
    addText: (text: string) => {
      const zone = elements.top?.zone ?? 'content'
      if (zone === 'content') others.onText(text)
      targetOf(zone)?.add(text)
    },
    wantsText: () => elements.top?.zone !== 'hidden',
    found: () => {
      elements.closeAll()
      return {
        text: texts.content.take(),
        nodes: nodes.list,
        around: texts.around.take(),
        title: texts.title.take().replaceAll(inlineBorder, '').trim(),
        ...marks.found,
      }
    },
  }
}

/** A link around a whole product of a list is shown as a block. */
function isBlockOf(name: string, attributes: Attributes): boolean {
  if (blocks.has(name)) return true
  return (
    (name === 'a' || name === 'span') &&
    cardClass.test((attributes.get('class') ?? '').slice(0, 200))
  )
}

type Collector = ReturnType<typeof textCollector>

function nodeList(content: Collector) {
  const list: OutlineNode[] = []
  return {
    list,
    /** Returns its place, or that of its parent if the page has too many. */
    add: (name: string, attributes: Attributes, parent: number): number => {
      if (list.length >= nodesMax) return parent
      const span = (key: string) => Math.min(Math.max(Number(attributes.get(key)) || 1, 1), 100)
      const from = content.length()
      const place = { parent, from, to: from, href: attributes.get('href') }
      list.push({ name, ...place, columns: span('colspan'), rows: span('rowspan') })
      return list.length - 1
    },
    end: (at: number) => {
      const node = list[at]
      if (node) node.to = content.length()
    },
  }
}

function markList(content: Collector) {
  const carts: number[] = []
  const numbered: { from: number; to: number }[] = []
  return {
    found: { carts, numbered },
    noteCart: (text: string) => {
      const isCart = cartWords.test(text.trim().slice(0, 60))
      if (isCart && carts.length < marksMax) carts.push(content.length())
    },
    noteNumber: (from: number) => {
      if (numbered.length < marksMax) numbered.push({ from, to: content.length() })
    },
  }
}

const lineMax = 80

function textCollector() {
  let parts: string[] = []
  let length = 0
  let line: string[] = []
  let lineLength = 0
  const push = (text: string) => {
    parts.push(text)
    length += text.length
  }
  return {
    length: () => length,
    /** The line so far. Empty for one that is too long to be a heading. */
    line: () => (lineLength > lineMax ? '' : line.join('').trim()),
    add: (given: string) => {
      if (length >= charactersMax) return
      // Lines of the source are not lines of the page.
      const text = given.slice(0, charactersMax - length).replace(/[\s\u00a0\u2007\u202f]+/g, ' ')
      push(text)
      lineLength += text.length
      if (lineLength <= lineMax) line.push(text)
    },
    border: (isBlock: boolean) => {
      if (length >= charactersMax) return
      const last = parts.at(-1)
      if (isBlock) {
        if (last !== '\n') push('\n')
        line = []
        lineLength = 0
      } else if (last !== '\n' && last !== inlineBorder) push(inlineBorder)
    },
    take: () => {
      const text = parts.join('')
      parts = []
      length = 0
      line = []
      lineLength = 0
      return text
    },
  }
}

/** Headings of what is shown beside the product of a page. */
const otherHeadings =
  /^(?:.{0,40}(?:zubehör|passt (?:dazu|gut)|passend(?:e[rs]?)? (?:dazu|artikel|produkt|zubehör)|ähnliche|interessier|gefallen|kauften|gekauft|angesehen|empfehl|empfohlen|bestseller|verwandt|weitere (?:produkte|artikel)|alternativ|ergänz|kombinier|ersatzteile|neuheiten|neu im (?:shop|sortiment)|aus dem sortiment|aus unserem|topseller|related|similar|you (?:may|might)|(?:also|often|frequently|recently|together) (?:like|bought|viewed|buy|together|purchased)|bought together|recommend|accessor|goes (?:well )?with|pairs well|works (?:well )?with|spares|same (?:category|range)|more (?:from|products|in)|best-?sellers?|new arrivals|associés?|similaires?|complémentaires?|aimer|achet[ée]|consulté|recommand|accessoires|à voir aussi|voir aussi|même (?:catégorie|gamme)|nouveautés|nos meilleur|meilleures ventes).{0,40})$/iu

/** A heading of other products opens a section, which ends with the element around it, or with the next heading beside it. */
function otherSections() {
  let depth = 0
  let open:
    | { depth: number; readonly level: number; readonly at: number; hasText: boolean }
    | undefined
  return {
    isOpen: () => open !== undefined,
    onBegin: (name: string) => {
      depth += 1
      const level = levelOf(name)
      const isNext =
        open && level < 9 && (level < open.level || (level === open.level && depth === open.at))
      if (isNext && open?.hasText) open = undefined
    },
    onText: (text: string) => {
      if (open && !open.hasText && text.trim() !== '') open.hasText = true
    },
    onLineEnd: (name: string, line: string) => {
      if (open || line === '' || !isOtherHeading(line)) return
      open = { depth: depth - 1, level: levelOf(name), at: depth, hasText: false }
    },
    onEnd: () => {
      depth -= 1
      if (!open || depth >= open.depth) return
      // The heading stands in a box of its own: what it is for comes after the box.
      if (open.hasText || depth <= 1) open = undefined
      else open.depth = depth
    },
  }
}

function levelOf(name: string): number {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 9
}

function isOtherHeading(line: string): boolean {
  const text = line.replaceAll(inlineBorder, '').trim()
  return text.length <= 70 && otherHeadings.test(text) && !/\d{2}|[.!]$/.test(text)
}

/** Keeps scripts that may have the state of the page: JSON, and assignments of an object. */
function scriptCollector() {
  const found: string[] = []
  let left = scriptCharactersMax
  let parts: string[] | undefined
  return {
    found,
    isOpen: () => parts !== undefined,
    begin: (type: string) => {
      const isWanted =
        /^\s*(?:$|module|text\/javascript|application\/(?:javascript|json|vnd\.))/i.test(type)
      if (isWanted && left > 0 && found.length < scriptsMax) parts = []
    },
    add: (text: string) => {
      if (!parts || left <= 0) return
      parts.push(text.slice(0, left))
      left -= text.length
    },
    end: () => {
      if (parts && parts.length > 0) found.push(parts.join(''))
      parts = undefined
    },
  }
}
