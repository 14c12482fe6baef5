/**
 * Words that buyers use for one another: asked for one of a group, the others are found too and count half. What a kind
 * of goods is called stands with its category instead.
 */
const groups: readonly (readonly string[])[] = [
  ['laptop', 'notebook'],
  ['tv', 'television'],
  ['adapter', 'adaptor'],
  ['gray', 'grey'],
  ['color', 'colour'],
  ['fiber', 'fibre'],
  ['catalog', 'catalogue'],
  ['aa', 'lr6', 'mignon'],
  ['aaa', 'lr03'],
]

const others: ReadonlyMap<string, readonly string[]> = new Map(
  groups.flatMap((group) =>
    group.map((word): [string, readonly string[]] => [
      word,
      group.filter((other) => other !== word),
    ]),
  ),
)

export function synonymsOf(word: string): readonly string[] {
  return others.get(word.toLowerCase()) ?? []
}
