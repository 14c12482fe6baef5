import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { isCurrency } from '#kernel/money'
import { type FetchedRates, type FetchProblem, RatesNotFetched } from './provider.ts'

/*
 * The answers of ExchangeRate-API v6. Rates come as JSON numbers; they are kept as the text that was sent, because a
 * number of JavaScript has no more than 17 digits and none of them decimal.
 */

const Seconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })

const LatestAnswer = Compile(
  Type.Object({
    result: Type.Literal('success'),
    base_code: Type.String(),
    time_last_update_unix: Seconds,
    time_next_update_unix: Type.Optional(Seconds),
    conversion_rates: Type.Record(Type.String(), Type.Unknown(), { maxProperties: 1_000 }),
  }),
)

const ErrorAnswer = Compile(
  Type.Object({ result: Type.Literal('error'), 'error-type': Type.String({ maxLength: 100 }) }),
)

const problemOf: Readonly<Record<string, FetchProblem>> = {
  'unsupported-code': 'base_unsupported',
  'malformed-request': 'request_malformed',
  'invalid-key': 'key_refused',
  'inactive-account': 'account_inactive',
  'quota-reached': 'quota_reached',
  'plan-upgrade-required': 'plan_too_small',
  'no-data-available': 'nothing_published',
}

/** The number of decimals in a stored rate. */
const storedPlaces = 12

export function readLatest(status: number, body: Buffer): FetchedRates {
  const answer = parseAnswer(body)
  if (ErrorAnswer.Check(answer)) throw refusal(answer['error-type'])
  if (status >= 500 || status === 429) {
    throw new RatesNotFetched('unavailable', `The provider of rates answered ${status}.`)
  }
  if (status !== 200 || !LatestAnswer.Check(answer)) {
    throw malformedAnswer(
      `The provider of rates answered ${status}, not in the form of its interface.`,
    )
  }
  const rates = ratesIn(answer.conversion_rates)
  if (!rates.get(answer.base_code)?.eq(1)) {
    throw malformedAnswer('The rate of the base is not 1.')
  }
  return {
    base: answer.base_code,
    asOf: new Date(answer.time_last_update_unix * 1_000),
    // 0 stands for unknown.
    nextUpdate: answer.time_next_update_unix
      ? new Date(answer.time_next_update_unix * 1_000)
      : undefined,
    rates,
    payloadSha256: createHash('sha256').update(body).digest('hex'),
  }
}

/** Skips codes that ISO 4217 does not have. A rate that is not a positive number makes the whole answer malformed. */
function ratesIn(sent: Readonly<Record<string, unknown>>): Map<string, Decimal> {
  const rates = new Map<string, Decimal>()
  for (const [currency, value] of Object.entries(sent)) {
    const rate = value instanceof Decimal ? value : undefined
    if (!rate?.isFinite() || rate.lte(0)) {
      throw malformedAnswer(`The rate of ${currency.slice(0, 10)} is not a positive number.`)
    }
    const stored = rate.toDecimalPlaces(storedPlaces, Decimal.ROUND_HALF_EVEN)
    // The rate does not fit the column, so there is no rate.
    if (stored.isZero() || stored.gte('1e12')) continue
    if (isCurrency(currency)) rates.set(currency, stored)
  }
  return rates
}

function refusal(type: string): RatesNotFetched {
  const known = problemOf[type]
  const sentence = `The provider of rates refused: ${type}.`
  return new RatesNotFetched(known ?? 'refused', sentence)
}

function malformedAnswer(sentence: string): RatesNotFetched {
  return new RatesNotFetched('answer_malformed', sentence)
}

/** Reads numbers inside `conversion_rates` as decimals, from the exact text of the answer. */
function parseAnswer(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'), reviver)
  } catch {
    return undefined
  }
}

function reviver(
  this: unknown,
  key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  if (typeof value !== 'number' || !/^[A-Z]{3}$/.test(key)) return value
  return new Decimal(context?.source ?? value)
}
