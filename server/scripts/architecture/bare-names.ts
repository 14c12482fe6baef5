export type BareName = { readonly name: string; readonly line: number }

/** Participles, and some adjectives. Alone, such a word does not say what a function does to what: `parseBody` does. */
const participles: ReadonlySet<string> = new Set(
  `accepted added agreed allowed answered assigned bounded calling captured changing checked
    chosen cleaned cleared compared compiled completed confirmed converted counted counting
    creating decided deciding decoded degraded described differing discarding discounted
    disputed edited eighth ended entered erasing escaped exactly expired filled flattened
    folded forwarded found grouped guarded indented issued joined judged limited linking
    listening loaded marked matching merged misbehaving missing negated openable opened
    overflowing parsed passing patiently peeked prepared preparing priced produced promised
    provided quoted reading recounted redeemed reduced refused registered released renewed
    renumbered repeated repeating replaced replaying reserving responded retrying returned
    reversed reviewing rewritten ruled saved scored sealed searched seen selected sent settled
    sharing shortened shuffled simplest spaced standing starting streaming subscribing summed
    switching taken taking tallied tidied trimmed understood unescaped unfinished untouched
    verifying versioned viewed voided waiving watching weighed written youngest`.split(/\s+/),
)

const declaration = /^ *(?:export )?(?:async )?function\*? ([a-z]+)[<(]/gm

/** The functions of a formatted source text whose whole name is a participle. */
export function bareNames(text: string): BareName[] {
  return [...text.matchAll(declaration)].flatMap(({ 1: name = '', index }) =>
    participles.has(name) ? [{ name, line: text.slice(0, index).split('\n').length }] : [],
  )
}
