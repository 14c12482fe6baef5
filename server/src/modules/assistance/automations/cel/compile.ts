import { type ASTNode, ParseError, type ParseResult, serialize } from '@marcbachmann/cel-js'
import { childrenOf } from './ast.ts'
import type { ConditionEnvironment } from './environment.ts'

/** Why a condition is refused, and where in its text. */
export type ConditionProblem = {
  readonly reason: 'syntax' | 'type' | 'too_large' | 'not_allowed' | 'fails_always'
  readonly message: string
  /** The offset in the condition, in characters. */
  readonly start: number
  readonly end: number
}

export type Compiled =
  | { readonly ok: true; readonly run: ParseResult }
  | { readonly ok: false; readonly problem: ConditionProblem }

export const conditionMax = 4_000
const nestingMax = 2
const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])

/** Parses the condition, checks its limits and its types. Evaluates nothing. */
export function compileCondition({ parse }: ConditionEnvironment, expression: string): Compiled {
  if (expression.length > conditionMax) {
    return refuseCondition(
      'too_large',
      `It is longer than ${conditionMax} characters.`,
      conditionMax,
    )
  }
  try {
    const run = parse(expression)
    const forbidden = findForbidden(run.ast, 0)
    if (forbidden) return { ok: false, problem: forbidden }
    const { valid, type, error } = run.check()
    if (!valid)
      return refuseCondition('type', summaryOf(error), error?.range?.start, error?.range?.end)
    if (type !== 'bool')
      return refuseCondition('type', `It yields ${type}, and must yield true or false.`)
    return { ok: true, run }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const reason = /exceed|limit|max/i.test(`${error.code} ${error.summary}`)
      ? 'too_large'
      : 'syntax'
    return refuseCondition(reason, summaryOf(error), error.range?.start, error.range?.end)
  }
}

/** The parts that `&&`, `||` and `!` join, from left to right. The trace shows for each whether it holds. */
export function partsOf(node: ASTNode): ASTNode[] {
  switch (node.op) {
    case '&&':
    case '||':
      return node.args.flatMap(partsOf)
    case '!_':
      return partsOf(node.args)
    default:
      return [node]
  }
}

/**
 * A part as the author wrote it, or as the parser understood it if the text would have half a pair of parentheses.
 */
export function textOf({ parse }: ConditionEnvironment, expression: string, node: ASTNode): string {
  const written = expression.slice(node.start, node.end)
  try {
    parse(written)
    return written
  } catch {
    return serialize(node)
  }
}

/** `matches` runs the JavaScript regular expression engine, which a pattern can keep busy for minutes. */
function findForbidden(node: ASTNode, nesting: number): ConditionProblem | undefined {
  const name = node.op === 'call' ? node.args[0] : node.op === 'rcall' ? node.args[0] : undefined
  const { start, end } = node.range
  if (name === 'matches') {
    const message = 'matches is not offered. Use contains, startsWith or endsWith.'
    return { reason: 'not_allowed', message, start, end }
  }
  const inside = node.op === 'rcall' && name && macros.has(name) ? nesting + 1 : nesting
  if (inside > nestingMax) {
    const message = `A list may be looked through within another, and no deeper than ${nestingMax}.`
    return { reason: 'too_large', message, start, end }
  }
  for (const child of childrenOf(node.args)) {
    const found = findForbidden(child, inside)
    if (found) return found
  }
  return undefined
}

function summaryOf(error: { readonly summary?: string; readonly message: string } | undefined) {
  return (error?.summary ?? error?.message ?? 'It is not valid.').slice(0, 300)
}

function refuseCondition(
  reason: ConditionProblem['reason'],
  message: string,
  start = 0,
  end = start,
): Compiled {
  return { ok: false, problem: { reason, message, start, end } }
}
