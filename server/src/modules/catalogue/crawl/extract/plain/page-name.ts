import { lineOfText } from '../page/plain-text.ts'
import { nameMax } from '../structured/product-facts.ts'
import { inlineBorder, type Outline, type OutlineNode } from './outline.ts'

/** The name of what a page shows: its first heading, or the one that its title begins with. */
export function pageName({ nodes, text, title }: Outline): string | undefined {
  const headings = nodes.filter(({ name }) => /^h[1-3]$/.test(name)).slice(0, 50)
  const firsts = headings.filter(({ name }) => name === 'h1')
  const inTitle = (node: OutlineNode) => {
    const name = nameOf(text, node)
    return name !== undefined && lettersAndDigits(title).startsWith(lettersAndDigits(name))
  }
  const chosen =
    firsts.length === 1 ? firsts[0] : (firsts.find(inTitle) ?? firsts[0] ?? headings.find(inTitle))
  return chosen && nameOf(text, chosen)
}

function nameOf(text: string, { from, to }: OutlineNode): string | undefined {
  if (to - from > nameMax * 2) return undefined
  const name = lineOfText(text.slice(from, to).replaceAll(inlineBorder, ' '), nameMax)
  return name !== undefined && /\p{L}{2}|\d/u.test(name) ? name : undefined
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
