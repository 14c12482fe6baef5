import type { StructuredNode } from '../structured/structured-node.ts'

/** An element that is open, with what its content belongs to. */
export type OpenElement = {
  readonly name: string
  /** The item of microdata that properties below belong to. */
  readonly item: StructuredNode | undefined
  /** The thing of RDFa that properties below belong to. */
  readonly thing: StructuredNode | undefined
  /** A vocabulary above is schema.org. */
  readonly isSchema: boolean
  /** The text of the element is the value of a property. */
  readonly onText: ((text: string) => void) | undefined
  /** The id of this element or of the nearest above it, within the same item. */
  readonly anchor: string | undefined
}

export type OpenElements<Element> = {
  readonly top: Element | undefined
  push(element: Element): void
  /** Ends the elements that this start tag ends, as the second `<li>` ends the first. */
  endBefore(name: string): void
  close(name: string): void
  closeAll(): void
}

/** Deeper elements are treated as empty. */
const depthMax = 5_000
const reach = 64

const formattingTags = new Set(
  'a abbr b big code em font i nobr s small span strike strong tt u'.split(' '),
)
const blocks = new Set(
  'address article aside body div dl fieldset figure footer form header li main nav ol p section table tbody td th tr ul'.split(
    ' ',
  ),
)

type Ends = { readonly ended: ReadonlySet<string>; readonly within: ReadonlySet<string> }
const ends = (ended: string, within: string): Ends => ({
  ended: new Set(ended.split(' ')),
  within: new Set(within.split(' ')),
})
const endedBy: Readonly<Record<string, Ends>> = {
  li: ends('li', 'ul ol menu'),
  dt: ends('dt dd', 'dl'),
  dd: ends('dt dd', 'dl'),
  tr: ends('tr td th', 'table'),
  td: ends('td th', 'tr table'),
  th: ends('td th', 'tr table'),
  option: ends('option', 'select datalist'),
}
/** A paragraph ends where a block begins. */
const endsParagraph = ends('p', 'div td li section article body button')
const blocksInText = new Set(
  'address article aside blockquote div dl fieldset footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)

/** The open elements of a page. Broken pages cost no more than others: each step is bounded, or paid by what it ends. */
export function openElements<Element extends { readonly name: string }>(
  onEnd: (element: Element) => void,
): OpenElements<Element> {
  const stack: Element[] = []
  const counts = new Map<string, number>()
  const pop = () => {
    const element = stack.pop()
    if (!element) return
    counts.set(element.name, (counts.get(element.name) ?? 1) - 1)
    onEnd(element)
  }
  const popDownTo = (at: number) => {
    while (stack.length > at) pop()
  }
  const endNearest = ({ ended, within }: Ends) => {
    const least = Math.max(0, stack.length - reach)
    let found = -1
    for (let at = stack.length - 1; at >= least; at -= 1) {
      const { name = '' } = stack[at] ?? {}
      if (within.has(name) && !ended.has(name)) break
      if (ended.has(name)) found = at
    }
    if (found !== -1) popDownTo(found)
  }
  const isAnyOpen = (names: ReadonlySet<string>) => [...names].some((name) => counts.get(name))
  return {
    get top() {
      return stack.at(-1)
    },
    push: (element) => {
      if (stack.length >= depthMax) {
        onEnd(element)
        return
      }
      stack.push(element)
      counts.set(element.name, (counts.get(element.name) ?? 0) + 1)
    },
    endBefore: (name) => {
      const rule = endedBy[name] ?? (blocksInText.has(name) ? endsParagraph : undefined)
      if (rule && isAnyOpen(rule.ended)) endNearest(rule)
    },
    close: (name) => {
      if (!counts.get(name)) return
      const isFormatting = formattingTags.has(name)
      for (let at = stack.length - 1; at >= 0; at -= 1) {
        const element = stack[at]
        if (element?.name === name) {
          popDownTo(at)
          return
        }
        // `<b><div></b>` ends neither: the block goes on.
        const isBlock = element && blocks.has(element.name)
        if (isFormatting && (isBlock || at < stack.length - reach)) return
      }
    },
    closeAll: () => popDownTo(0),
  }
}
