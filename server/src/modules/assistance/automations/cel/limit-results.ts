import { type ASTNode, EvaluationError } from '@marcbachmann/cel-js'
import { childrenOf } from './ast.ts'
import { listMax } from './shape.ts'

/** In characters for text, and in bytes. */
export const textMax = 10_000

type Evaluate = (evaluator: unknown, node: ASTNode, context: unknown) => unknown
/** Fields that the library's nodes have and its types omit. */
type Evaluated = ASTNode & {
  readonly meta: { readonly evaluate: Evaluate }
  setMeta(name: 'evaluate', evaluate: Evaluate): void
}

/**
 * Makes every function and every `+` throw if its result is too large. Results build on results, so this stops them
 * early: five joins in a row would make a text of 400 MB. Call this before the first evaluation.
 */
export function limitResults(node: ASTNode): void {
  if (node.op === 'call' || node.op === 'rcall' || node.op === '+') {
    const limited = node as Evaluated
    const { evaluate } = limited.meta
    limited.setMeta('evaluate', (evaluator, at, context) => {
      const value = evaluate(evaluator, at, context)
      const problem = tooLarge(value)
      if (problem !== undefined) throw new EvaluationError(problem, node)
      return value
    })
  }
  for (const child of childrenOf(node.args)) limitResults(child)
}

function tooLarge(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length > textMax) {
    return `It makes a text of more than ${textMax} characters.`
  }
  if (value instanceof Uint8Array && value.length > textMax) {
    return `It makes more than ${textMax} bytes.`
  }
  if (Array.isArray(value) && value.length > listMax) {
    return `It makes a list of more than ${listMax} entries.`
  }
  return undefined
}
