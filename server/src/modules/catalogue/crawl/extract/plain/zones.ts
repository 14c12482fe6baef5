/** What a part of a page is for. */
export type Zone = 'content' | 'around' | 'hidden' | 'title' | 'button'

const aroundNames = new Set('nav footer aside dialog'.split(' '))
const hiddenNames = new Set('select datalist option del s strike'.split(' '))
const buttonNames = new Set(['button'])
/** These hold the page as a whole, whatever their class says. */
const wholes = new Set('html body main form table tbody tr td th h1'.split(' '))

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** The first or the last word of a class that stands for something beside the product. */
const aroundWords = words(
  'nav navi navigation navbar menu menue breadcrumb breadcrumbs crumbs footer foot fuss cookie cookies consent sidebar topbar ' +
    'minicart newsletter review reviews rating ratings bewertung bewertungen avis comment comments share ' +
    'social related similar recommended recommendation recommendations crossselling crosssell upsell upselling accessories zubehoer ' +
    'bestseller bestsellers topseller slider carousel filter filters facet facets login search suche banner announcement bandeau ' +
    'assoc associes similaires',
)
/** The cart itself, and not the way into it: `add-to-cart`. */
const cartNames =
  /^(?:mini|header|top|my|shopping)?(?:cart|basket|warenkorb|panier)(?:link|info|box|summary|widget|total)?$/
/** A price that nobody pays any more, or that another seller asks. */
const struckWords = words(
  'strike striked strikethrough old was rrp uvp msrp barre streich streichpreis statt vorher',
)
const hiddenWords = words('hidden invisible')

type Attributes = ReadonlyMap<string, string>

export function zoneOf(
  name: string,
  attributes: Attributes,
  above: Zone,
  isByClass: boolean,
): Zone {
  if (name === 'title' && above !== 'title') return 'title'
  if (name === 'body') return 'content'
  if (above === 'hidden') return 'hidden'
  if (hiddenNames.has(name) || isHidden(attributes)) return 'hidden'
  const byClass = isByClass && !wholes.has(name) ? zoneOfClass(attributes) : undefined
  if (byClass === 'hidden') return 'hidden'
  if (buttonNames.has(name)) return 'button'
  if (above !== 'content') return above === 'title' ? 'content' : above
  return aroundNames.has(name) ? 'around' : (byClass ?? 'content')
}

function isHidden(attributes: Attributes): boolean {
  if (attributes.has('hidden') || attributes.get('type') === 'hidden') return true
  const style = attributes.get('style')
  return style !== undefined && /display\s*:\s*none|line-through/i.test(style.slice(0, 500))
}

function zoneOfClass(attributes: Attributes): Zone | undefined {
  const text = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`
  if (text === ' ') return undefined
  for (const name of text.slice(0, 300).split(/\s+/, 20)) {
    const parts = name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean)
    const [first, last] = [parts[0], parts.at(-1)]
    if (first === undefined || last === undefined) continue
    const joined = parts.join('')
    if (parts.some((part) => struckWords.has(part)) && parts.length <= 3) return 'hidden'
    if (hiddenWords.has(last) && parts.length === 1) return 'hidden'
    const isCart = cartNames.test(joined)
    if (isCart || aroundWords.has(joined) || aroundWords.has(last)) return 'around'
    if (
      aroundWords.has(first) &&
      !/^(?:open|closed|active|on|off|wrapper|fixed|left|right)$/.test(last)
    )
      return 'around'
  }
  return undefined
}
