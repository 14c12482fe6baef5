import { type ASTNode, EvaluationError, ParseError } from '@marcbachmann/cel-js'
import { childrenOf } from './ast.ts'
import { type ConditionProblem, textOf } from './compile.ts'
import type { ConditionEnvironment } from './environment.ts'

/**
 * Returns the first part of a condition that reads nothing of the event and still fails: `1 / 0`, `decimal("abc")`.
 * It would fail for every event. Parts that depend on the event are not judged: another event may have what they
 * need.
 */
export function findFailing(
  environment: ConditionEnvironment,
  expression: string,
  node: ASTNode,
): ConditionProblem | undefined {
  const children = childrenOf(node.args)
  const failing = () => {
    for (const child of children) {
      const found = findFailing(environment, expression, child)
      if (found) return found
    }
    return undefined
  }
  if (readsSomething(node)) return failing()
  const message = errorOf(environment, textOf(environment, expression, node))
  if (message === undefined) return undefined
  const { start, end } = node
  return failing() ?? { reason: 'fails_always', message, start, end }
}

function readsSomething(node: ASTNode): boolean {
  return node.op === 'id' || childrenOf(node.args).some(readsSomething)
}

/** Undefined if the part yields a value, or only misses a key, which counts as not held. */
function errorOf({ parse }: ConditionEnvironment, text: string): string | undefined {
  try {
    parse(text)({})
    return undefined
  } catch (error) {
    if (error instanceof ParseError) return undefined
    if (error instanceof EvaluationError && error.code === 'no_such_key') return undefined
    const { summary, message } = error as { summary?: string; message: string }
    return `This fails whatever the event is: ${(summary ?? message).slice(0, 250)}`
  }
}
