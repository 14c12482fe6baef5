import { Environment, type ParseResult } from '@marcbachmann/cel-js'
import type { LoggedEvent } from '#platform/outbox'
import { CelDecimal, celDecimal, compareDecimals } from './decimal.ts'
import { limitResults } from './limit-results.ts'
import { type JsonSchema, listMax, shapeOf } from './shape.ts'

/** What a condition may read of one kind of events. Plain JSON, because it is sent to child processes. */
export type KindShape = { readonly type: string; readonly data: JsonSchema }

/** The part of an event that a condition may read. */
export type EventFacts = Pick<
  LoggedEvent,
  'id' | 'type' | 'version' | 'occurredAt' | 'sequence' | 'entity' | 'data'
>

/** The same facts as they arrive in a child process. */
export type SentFacts = Omit<EventFacts, 'occurredAt'> & { readonly occurredAt: Date | string }

export type ConditionContext = { readonly event: unknown; readonly data: unknown }

export type ConditionEnvironment = {
  /** Throws a `ParseError`. The result throws if an evaluation grows too large. */
  parse(expression: string): ParseResult
  /** Throws if a list is longer than a condition may read. */
  contextOf(event: SentFacts): ConditionContext
}

/** Far below the defaults of the library, which are 100,000 and 250. */
export const limits = {
  maxAstNodes: 500,
  maxDepth: 24,
  maxListElements: listMax,
  maxMapEntries: 100,
  maxCallArguments: 8,
} as const

const eventShape: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    type: { type: 'string' },
    version: { type: 'integer' },
    sequence: { type: 'integer' },
    occurredAt: { type: 'string' },
    entity: {
      type: 'object',
      properties: {
        type: { type: 'string' },
        id: { type: 'string' },
        version: { type: 'integer' },
      },
    },
  },
}

/** Two names, `event` and `data`, with every field declared; and decimals, because amounts need them. */
export function createEnvironment(kind: KindShape): ConditionEnvironment {
  const env = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: true,
    enableOptionalTypes: false,
    limits,
  })
  registerDecimals(env)
  registerWholeNumbers(env)
  const event = shapeOf(env, eventShape, 'event_')
  const data = shapeOf(env, kind.data, 'data_')
  env.registerVariable('event', event.type).registerVariable('data', data.type)
  return {
    parse: (expression) => {
      const parsed = env.parse(expression)
      limitResults(parsed.ast)
      return parsed
    },
    contextOf: (facts) => ({
      event: event.convert({ ...facts, occurredAt: new Date(facts.occurredAt).toISOString() }),
      data: data.convert(facts.data),
    }),
  }
}

/** A quantity may have decimals, so it is a double. CEL itself compares no double with 2, and does not calculate with both. */
function registerWholeNumbers(env: Environment): void {
  env.registerOperator('double == int', (one: number, other: bigint) => one === Number(other))
  env.registerOperator('double in list<int>', (one: number, list: readonly bigint[]) =>
    list.some((other) => one === Number(other)),
  )
  const calculate = (sign: string, result: (one: number, other: number) => number) => {
    env.registerOperator(`double ${sign} int: double`, (one: number, other: bigint) =>
      result(one, Number(other)),
    )
    env.registerOperator(`int ${sign} double: double`, (one: bigint, other: number) =>
      result(Number(one), other),
    )
  }
  calculate('+', (one, other) => one + other)
  calculate('-', (one, other) => one - other)
  calculate('*', (one, other) => one * other)
  calculate('/', (one, other) => one / other)
  calculate('%', (one, other) => one % other)
}

function registerDecimals(env: Environment): void {
  env.registerType('Decimal', { ctor: CelDecimal, fields: {} })
  env.registerFunction('decimal(string): Decimal', (text: string) => celDecimal(text))
  env.registerFunction('decimal(int): Decimal', (whole: bigint) => new CelDecimal(whole, 0))
  env.registerFunction('decimal(double): Decimal', (value: number) => celDecimal(String(value)))
  const compare = (sign: string, holds: (difference: number) => boolean) =>
    env.registerOperator(`Decimal ${sign} Decimal`, (one: CelDecimal, other: CelDecimal) =>
      holds(compareDecimals(one, other)),
    )
  compare('<', (difference) => difference < 0)
  compare('<=', (difference) => difference <= 0)
  compare('>', (difference) => difference > 0)
  compare('>=', (difference) => difference >= 0)
  compare('==', (difference) => difference === 0)
}
