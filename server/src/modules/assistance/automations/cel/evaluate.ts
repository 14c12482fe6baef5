import { EvaluationError } from '@marcbachmann/cel-js'
import { createLocalCache } from '#platform/local-cache'
import { compileCondition, partsOf, textOf } from './compile.ts'
import {
  type ConditionEnvironment,
  createEnvironment,
  type KindShape,
  type SentFacts,
} from './environment.ts'

/** One part of a condition, and its result. */
export type TracedPart = {
  readonly expression: string
  readonly value?: boolean
  readonly error?: string
}

export type Evaluation = {
  /** `failed`: the condition has no result, for example because an amount was invalid or a list too long. */
  readonly outcome: 'held' | 'not_held' | 'failed'
  readonly error?: string
  readonly trace: readonly TracedPart[]
}

const partsMax = 20
const programsMax = 200

/**
 * Evaluates conditions, each compiled once. The condition decides how long this takes: only child processes may call
 * it.
 */
export function createEvaluation(environmentOf: (type: string) => ConditionEnvironment) {
  const programs = createLocalCache<Program>({ entriesMax: programsMax })
  return (type: string, expression: string, event: SentFacts): Evaluation => {
    const environment = environmentOf(type)
    const key = `${type} ${expression}`
    const program = programs.get(key) ?? programOf(environment, expression)
    // The condition was accepted when it was saved, and the kind of events has changed since.
    if (typeof program === 'string') return { outcome: 'failed', error: program, trace: [] }
    programs.set(key, program)
    return evaluate(environment, program, event)
  }
}

/** Creates the environment of each kind of events when it is first needed. */
export function createEnvironments(
  kinds: readonly KindShape[],
): (type: string) => ConditionEnvironment {
  const environments = new Map<string, ConditionEnvironment>()
  return (type) => {
    const known = environments.get(type)
    if (known) return known
    const kind = kinds.find((one) => one.type === type)
    if (!kind) throw new Error(`A condition cannot read events of the kind ${type}.`)
    const made = createEnvironment(kind)
    environments.set(type, made)
    return made
  }
}

type Judge = (context: object) => unknown
type Program = {
  readonly run: Judge
  readonly parts: readonly { readonly expression: string; readonly run: Judge }[]
}

/** Returns text if the condition does not compile: the reason. */
function programOf(environment: ConditionEnvironment, expression: string): Program | string {
  const compiled = compileCondition(environment, expression)
  if (!compiled.ok) return compiled.problem.message
  const parts = partsOf(compiled.run.ast)
    .slice(0, partsMax)
    .map((node) => textOf(environment, expression, node))
    .map((part) => ({ expression: part, run: environment.parse(part) }))
  return { run: compiled.run, parts }
}

function evaluate(environment: ConditionEnvironment, program: Program, event: SentFacts) {
  let context: object
  try {
    context = environment.contextOf(event)
  } catch (error) {
    return { outcome: 'failed' as const, error: messageOf(error), trace: [] }
  }
  const trace = program.parts.map(({ expression, run }) => ({
    expression: expression.slice(0, 500),
    ...judgeContext(run, context),
  }))
  const { value, error, isAbsent } = judgeContext(program.run, context)
  if (value !== undefined) {
    return {
      outcome: value ? ('held' as const) : ('not_held' as const),
      trace: trace.map(withoutAbsence),
    }
  }
  const message = error ?? 'It yields neither true nor false.'
  const outcome = isAbsent ? ('not_held' as const) : ('failed' as const)
  return { outcome, error: message, trace: trace.map(withoutAbsence) }
}

type Judged = { value?: boolean; error?: string; isAbsent?: boolean }

/** A condition that reads a field which the event does not have does not hold: most events omit some fields. */
function judgeContext(run: Judge, context: object): Judged {
  try {
    const value = run(context)
    return typeof value === 'boolean' ? { value } : { error: 'It yields neither true nor false.' }
  } catch (error) {
    const isAbsent = error instanceof EvaluationError && error.code === 'no_such_key'
    return { error: messageOf(error), isAbsent }
  }
}

function withoutAbsence({ isAbsent: _, ...part }: TracedPart & Judged): TracedPart {
  return part
}

function messageOf(error: unknown): string {
  const { summary, message } = error as { summary?: string; message: string }
  return (summary ?? message).slice(0, 300)
}
