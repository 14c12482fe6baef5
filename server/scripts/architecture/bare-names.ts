export type BareName = { readonly name: string; readonly line: number }

/** Alone, such a word does not say what a function does to what: `parseBody` does. */
const participles: ReadonlySet<string> = new Set(
  `accepted added agreed allowed answered assigned bounded calling captured changing checked chosen
    cleaned cleared compared compiled completed confirmed converted counted counting creating decoded
    deciding degraded described discarding discounted disputed edited ended entered erasing escaped
    expired flattened folded forwarded found grouped indented joined judged limited linking
    listening loaded marked matching merged misbehaving negated opened parsed passing
    peeked prepared preparing reading recounted redeemed reduced refused registered released renewed
    renumbered repeated repeating replaced replaying reserving responded retrying returned reversed
    reviewing rewritten saved scored sealed searched seen selected sent settled sharing shortened spaced
    starting streaming subscribing summed switching taken taking tallied trimmed understood unescaped
    unfinished untouched verifying voided waiving watching weighed written`.split(/\s+/),
)

const declaration = /^ *(?:export )?(?:async )?function\*? ([a-z]+)[<(]/gm

/** The functions of a formatted source text whose whole name is a participle. */
export function bareNames(text: string): BareName[] {
  return [...text.matchAll(declaration)].flatMap(({ 1: name = '', index }) =>
    participles.has(name) ? [{ name, line: text.slice(0, index).split('\n').length }] : [],
  )
}
