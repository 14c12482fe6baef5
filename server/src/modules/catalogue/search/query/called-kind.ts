import type { Alternative, SynonymList } from '../synonyms/synonyms.ts'
import { saysWhatFor, singular } from '../words/nouns.ts'
import type { Kind, Kinds } from './kinds.ts'

/** A kind of goods that the query names, from one word up to before another one. */
export type Called = Kind & { readonly from: number; readonly to: number }

const spanMax = 3
const formsMax = 40

type Words = {
  readonly words: readonly string[]
  readonly alternatives: readonly Alternative[]
  readonly synonyms: Pick<SynonymList, 'alternativesIn'>
  readonly kinds: Kinds
  /** True if the word describes the product and does not name it: a brand, a model, a colour. */
  readonly isBeside: (at: number) => boolean
}

/**
 * Finds the kind of goods that the query names. English and German have it last, before what it is for: the pad in
 * `gaming mouse pad`, the bag in `bag for a laptop`. A brand, a model or a property may follow it.
 */
export function calledKind(query: Words): Called | undefined {
  const plain = query.words.map((word) => singular(word.toLowerCase()))
  const forms = formsOfSpans(plain, query)
  const cut = query.words.findIndex((word, at) => at > 0 && saysWhatFor.has(word.toLowerCase()))
  let end = cut < 0 ? plain.length : cut
  if (cut > 0) {
    const turned = turnedAround(query, forms, cut)
    if (turned) return turned
  }
  for (; end > 0; end -= 1) {
    const named = namedUpTo(query, forms, end)
    if (named) return namedBefore(query, forms, named) ?? named
    if (!query.isBeside(end - 1)) break
  }
  return undefined
}

type Forms = (from: number, to: number) => readonly string[]

function namedUpTo({ kinds }: Words, forms: Forms, to: number): Called | undefined {
  for (let from = Math.max(0, to - spanMax); from < to; from += 1) {
    const kind = kinds.named([...forms(from, to), ...reverseNames(forms, from, to)])
    if (kind) return { ...kind, from, to }
  }
  return undefined
}

/**
 * Of two neighbouring kinds the first one counts if the second only specifies it: a `wall mount tv` is a `tv mount`,
 * and `laser printer toner` is not a toner printer.
 */
function namedBefore({ kinds }: Words, forms: Forms, last: Called): Called | undefined {
  for (let from = Math.max(0, last.from - spanMax); from < last.from; from += 1) {
    const kind = kinds.named(forms(from, last.from))
    if (!kind) continue
    const [own, other] = [forms(from, last.from), forms(last.from, last.to)]
    const isKind = (sort: readonly string[], nouns: readonly string[]) =>
      sort.some((one) => nouns.some((noun) => kinds.has(`${one} ${noun.split(' ').at(-1)}`)))
    if (isKind(other, own) && !isKind(own, other)) return { ...kind, from, to: last.from }
  }
  return undefined
}

/** French has the noun first: `cable imprimante` is a printer cable. */
function reverseNames(forms: Forms, from: number, to: number): string[] {
  const turned: string[] = []
  for (let at = from + 1; at < to; at += 1) {
    for (const last of forms(at, to)) {
      for (const first of forms(from, at)) turned.push(`${last} ${first}`)
    }
  }
  return turned.slice(0, formsMax)
}

/** A `bag for a laptop` is a laptop bag, and a `lampe de bureau` a desk lamp. */
function turnedAround({ kinds, words }: Words, forms: Forms, cut: number): Called | undefined {
  const start = articles.has(words[cut + 1]?.toLowerCase() ?? '') ? cut + 2 : cut + 1
  for (let from = Math.max(0, cut - 2); from < cut; from += 1) {
    for (let to = Math.min(words.length, start + 2); to > start; to -= 1) {
      const nouns = forms(start, to).flatMap((what) =>
        forms(from, cut).map((noun) => `${what} ${noun}`),
      )
      const kind = kinds.named(nouns.slice(0, formsMax))
      if (kind) return { ...kind, from, to }
    }
  }
  return undefined
}

const articles = new Set(
  'a an the my der die das den dem ein eine einen le la les un une'.split(' '),
)

/**
 * The forms of neighbouring words, including synonyms and corrections: `network cabel` and `netzwerk kabel` are both a
 * `network cable`.
 */
function formsOfSpans(plain: readonly string[], { alternatives, synonyms }: Words): Forms {
  const known = new Map<string, readonly string[]>()
  const forms: Forms = (from, to) => {
    const key = `${from} ${to}`
    const before = known.get(key)
    if (before) return before
    const found = new Set([plain.slice(from, to).join(' ')])
    for (const one of alternatives) {
      if (one.isSame && one.from === from && one.to === to) found.add(singularOf(one.words))
    }
    if (to - from === 2) {
      const pair = plain.slice(from, to)
      found.add(pair.join(''))
      // A synonym of `laptop netzteil` is also one of `netzteil laptop`.
      for (const one of synonyms.alternativesIn(pair.toReversed())) {
        if (one.isSame && one.to - one.from === 2) found.add(singularOf(one.words))
      }
    }
    for (let at = from + 1; at < to; at += 1) {
      for (const first of forms(from, at)) {
        for (const last of forms(at, to)) {
          if (found.size < formsMax) found.add(`${first} ${last}`)
        }
      }
    }
    const all = [...found]
    known.set(key, all)
    return all
  }
  return forms
}

function singularOf(words: readonly string[]): string {
  return words.map(singular).join(' ')
}
