import type { Found } from './search.ts'

/**
 * Queries over the shipped catalogue, judged by our own rules: a right product has gain 1, a near miss less. They are
 * simple on purpose: they are a lower bound for the ranking, and it is not tuned on them.
 */
export type JudgedQuery = {
  readonly text: string
  readonly gain: (product: Found['product']) => number
  /** The number of right products, ten at most. */
  readonly ideal: number
}

type Product = Found['product']

const right = (is: boolean) => (is ? 1 : 0)
const kind = (text: string, category: string): JudgedQuery => ({
  text,
  ideal: 10,
  gain: (product) => right(product.category.id === category),
})
const article = (text: string, sku: string): JudgedQuery => ({
  text,
  ideal: 1,
  gain: (product) => right(product.sku === sku),
})
const judgedByWords = (text: string, ...words: readonly RegExp[]): JudgedQuery => ({
  text,
  ideal: 10,
  gain: ({ name, description, brand }) =>
    right(words.every((word) => word.test(`${brand} ${name} ${description}`))),
})
const judgedByCategory = (text: string, categories: RegExp): JudgedQuery => ({
  text,
  ideal: 10,
  gain: (product) => right(categories.test(product.category.id)),
})
const kindNamed = (text: string, category: string, ...words: readonly RegExp[]): JudgedQuery => ({
  text,
  ideal: 10,
  gain: (product) =>
    product.category.id === category ? (judgedByWords('', ...words).gain(product) + 1) / 2 : 0,
})

export const judgedQueries: readonly JudgedQuery[] = [
  article('TL-SG1008', '2125510'),
  article('tl sg 1008', '2125510'),
  article('6R90321', '3920564'),
  article('0 095205 603217', '3920564'),
  article('TN-211O', '1365844'),
  kind('mouse', 'cat_mice'),
  // More accessories than laptops have the word in their names.
  kind('laptop', 'cat_notebooks'),
  kind('monitor', 'cat_monitors'),
  judgedByCategory('printer', /_printers$|_printers_other$|_multifunctionals$/),
  judgedByCategory('drive', /_drives$|_tape_storage$/),
  kind('bag for a laptop', 'cat_notebook_cases'),
  kind('keyboards', 'cat_keyboards'),
  kind('laser printer', 'cat_laser_printers'),
  kind('projector', 'cat_projectors'),
  kind('toner cartridge', 'cat_toner'),
  kind('network switch', 'cat_switches'),
  kind('hdmi cable', 'cat_hdmi_cables'),
  kind('headset', 'cat_headsets'),
  kind('head set', 'cat_headsets'),
  kind('webcam', 'cat_webcams'),
  kind('scanner', 'cat_scanners'),
  kindNamed('wireless mouse', 'cat_mice', /wireless|bluetooth/i),
  kindNamed('brother black toner', 'cat_toner', /brother/i),
  kindNamed('canon photo paper', 'cat_photo_paper', /canon/i),
  kindNamed('herma labels', 'cat_labels', /herma/i),
  judgedByWords('2m hdmi cable', /hdmi/i, /(?<!\d)(?:2(?:\.0)?\s?m|6\.6\s?ft)\b/i),
  judgedByWords(
    'lc/lc fiber patch cable 3m',
    /lc\s?[/-]\s?lc/i,
    /(?<!\d)(?:3(?:\.0)?\s?m|10\s?ft)\b/i,
  ),
  judgedByWords('cat6 patch cable blue 25 ft', /cat\s?6/i, /blue/i, /25\s?ft|7\.6/i),
  judgedByWords('gigabit netwrok swich 8 port', /gigabit/i, /\b(?:8|eight)[ -]?port/i),
  judgedByWords('"docking station" -hp', /docking station/i, /^(?!.*\bhp\b)/i),
]

/** NDCG over ten places. */
export function ndcgOf(found: readonly Product[], { gain, ideal }: JudgedQuery): number {
  return dcg(found.slice(0, 10).map(gain)) / dcg(Array.from({ length: ideal }, () => 1))
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
}
