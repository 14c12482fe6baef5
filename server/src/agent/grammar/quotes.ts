import type { Draft } from './draft.ts'
import type { Part } from './message-parts.ts'

/** Words by which a writer accepts, changes or picks from what is quoted below. */
const references =
  /(?<!\p{L})(?:go ahead|orders?|quote|offer|please|bitte|let['’]?s|rest|fine|okay|ok|accept\p{L}*|agree[ds]?|confirm\p{L}*|as (?:quoted|offered|discussed|below)|(?:we|i)(?:['’]ll| will)? take|order (?:it|them|this|these|as)|instead|make (?:it|that)|only|rather|change|reduce|increase|passt|einverstanden|bestätig\p{L}*|wie (?:angeboten|besprochen|unten)|statt|anstatt|stattdessen|lieber|doch|nur|nehmen|bestellen|ändern|erhöhen|positionen?|pos\.?|positions?|items? \d)(?!\p{L})/iu

/** Whether the own words of a reply speak of what is quoted below. */
export function refersToQuote(own: string): boolean {
  return references.test(own.slice(0, ownLengthMax))
}
const ownLengthMax = 2_000

const inclusions =
  /(?<!\p{L})(?:beides|alles|everything|both|all of (?:it|them|this|these)|(?:as|see|the list) below|(?:siehe|wie|liste) unten|in addition|additionally|on top|plus|zusätzlich|außerdem|dazu noch|auch noch)(?!\p{L})/iu

/** Whether the own words want what is quoted, and more. */
export function includesQuote(own: string): boolean {
  return inclusions.test(own.slice(0, ownLengthMax))
}

const positions =
  /(?<!\p{L})(?:positions?|positionen|pos\.?|items?|lines?|punkte?)[ ](?:no\.? |nr\.? )?(\d{1,2}(?:(?:, ?| and | und | & | ?\+ ?)\d{1,2}){0,20})(?![\d.,]?\d)/iu

const ordinals = 'first|second|third|fourth|last|erste|zweite|dritte|vierte|letzte'
const withoutPhrase = new RegExp(
  String.raw`(?<!\p{L})(?:scrap|drop|cancel|delete|remove|skip|without|except|not|ohne|außer|streich\p{L}*|nicht)[ ](?:[\p{L}]{1,6}[ ]){0,2}(?<which>${ordinals})[nrs]?[ ](?:line|position|item|one|pos|zeile|artikel|punkt)`,
  'iu',
)

/** `Scrap the second line`: of the goods that are quoted this one goes. Returns where the text says so. */
export function dropPosition(draft: Draft, from: number, own: string): Part | undefined {
  const match = withoutPhrase.exec(own.slice(0, ownLengthMax))
  const which = ordinals.split('|').indexOf(match?.groups?.which?.toLowerCase() ?? '') % 5
  const quoted = draft.items.slice(from)
  const at = which === 4 ? quoted.length - 1 : which
  if (!match || which === -1 || at >= quoted.length) return undefined
  draft.items = [...draft.items.slice(0, from), ...quoted.toSpliced(at, 1)]
  return { start: match.index, end: match.index + match[0].length }
}

/** `Please offer only position 2`: of the goods that are quoted these stay. Returns where the text says so. */
export function keepPositions(draft: Draft, from: number, own: string): Part | undefined {
  const match = positions.exec(own.slice(0, ownLengthMax))
  const wanted = new Set((match?.[1] ?? '').split(/\D+/).map(Number))
  const quoted = draft.items.slice(from)
  const rest = own.slice((match?.index ?? 0) + (match?.[0].length ?? 0)).slice(0, 40)
  // `Position 3 brauchen wir nicht`
  const isDropped =
    /^[^.;\n]{0,30}(?:nicht|entfällt|entfallen|streichen|weglassen|raus|not needed|no longer|drop)/i.test(
      rest,
    )
  const kept = quoted.filter((_, at) => wanted.has(at + 1) !== isDropped)
  if (!match || kept.length === 0) return undefined
  draft.items = [...draft.items.slice(0, from), ...kept]
  return { start: match.index, end: match.index + match[0].length }
}
