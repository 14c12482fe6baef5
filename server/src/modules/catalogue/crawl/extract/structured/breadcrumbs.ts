import { lineOfText } from '../page/plain-text.ts'
import { nodesOf, type StructuredNode, textOf } from './structured-node.ts'

const stepsMax = 12
const home = /^(?:home|homepage|start|startseite|accueil|inicio|shop|⌂|🏠)$/i

/** The category of a product by the path that its page shows: without the start page and without the product itself. */
export function categoryOfPath(
  lists: readonly StructuredNode[],
  productName: string,
): string[] | undefined {
  const [list] = lists
  if (list === undefined) return undefined
  const steps = nodesOf(list, 'itemListElement')
    .slice(0, stepsMax)
    .map((step, at) => ({
      position: Number(textOf(step, 'position') ?? at + 1),
      name: lineOfText(textOf(step, 'name') ?? textOf(nodesOf(step, 'item')[0], 'name'), 200),
    }))
    .sort((one, other) => one.position - other.position)
  const names = steps.map(({ name }) => name).filter((name) => name !== undefined)
  if (home.test(names[0] ?? '')) names.shift()
  const last = names.at(-1)?.toLowerCase()
  if (last !== undefined && productName.toLowerCase().includes(last)) names.pop()
  return names.length > 0 ? names.slice(0, 10) : undefined
}
