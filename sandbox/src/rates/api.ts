import { timingSafeEqual } from 'node:crypto'
import { Decimal } from 'decimal.js'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { SandboxHttp } from '../http.ts'
import { createRateFaults, type RateFault, rateFaults, statusOf } from './faults.ts'
import type { Day, History } from './history.ts'

type Options = {
  readonly history: History
  readonly apiKey: string
  readonly now: () => Date
}

const dayMs = 86_400_000
const documentation = 'https://www.exchangerate-api.com/docs'
const terms = 'https://www.exchangerate-api.com/terms'

const LatestParams = Type.Object({
  key: Type.String({ maxLength: 200 }),
  base: Type.String({ maxLength: 20 }),
})
const PairParams = Type.Object({
  ...LatestParams.properties,
  target: Type.String({ maxLength: 20 }),
})
const FaultBody = Type.Object(
  {
    fault: Type.Enum([...rateFaults]),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
)

/** A provider of exchange rates in the form of ExchangeRate-API v6. It serves rates of the past as if they were of today. */
export function ratesApi({ history, apiKey, now }: Options) {
  const faults = createRateFaults()

  return async (http: SandboxHttp): Promise<void> => {
    http.get(
      '/rates/v6/:key/latest/:base',
      { schema: { params: LatestParams } },
      (request, reply) => {
        const { key, base } = request.params
        const quoted = quote(reply, key, [base])
        if (!quoted) return reply
        const { day, today } = quoted
        const rates = [...day.rates.keys()].map((code) => [code, cross(day, base, code)])
        return answer(reply, day, {
          ...factsOf(today, base),
          conversion_rates: Object.fromEntries(rates),
        })
      },
    )

    http.get(
      '/rates/v6/:key/pair/:base/:target',
      { schema: { params: PairParams } },
      (request, reply) => {
        const { key, base, target } = request.params
        const quoted = quote(reply, key, [base, target])
        if (!quoted) return reply
        const { day, today } = quoted
        return answer(reply, day, {
          ...factsOf(today, base),
          target_code: target,
          conversion_rate: cross(day, base, target),
        })
      },
    )

    http.post('/rates/test/faults', { schema: { body: FaultBody } }, async ({ body }, reply) => {
      faults.arm(body)
      return reply.code(204).send()
    })
    http.delete('/rates/test/faults', async (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    })
  }

  /** The day whose rates are quoted. Undefined when the reply has been sent already. */
  function quote(reply: FastifyReply, key: string, codes: readonly string[]) {
    const fault = faults.take()
    if (fault) return refuse(reply, fault)
    if (!isSame(key, apiKey)) return refuse(reply, 'invalid-key')
    const at = now()
    const day = history.on(at.toISOString().slice(0, 10))
    if (!day) return refuse(reply, 'no-data-available')
    if (!codes.every((code) => day.rates.has(code))) return refuse(reply, 'unsupported-code')
    return { day, today: Math.floor(at.getTime() / dayMs) * dayMs }
  }
}

function refuse(reply: FastifyReply, fault: RateFault): undefined {
  if (fault === 'unavailable') void reply.code(503).send('The service is unavailable.')
  else if (fault === 'garbage') void reply.type('application/json').send('{"result":"success",')
  else void reply.code(statusOf[fault]).send({ result: 'error', 'error-type': fault })
  return undefined
}

function answer(reply: FastifyReply, day: Day, body: object) {
  return reply.header('sandbox-rates-of', day.date).send(body)
}

function factsOf(today: number, base: string) {
  const tomorrow = today + dayMs
  return {
    result: 'success',
    documentation,
    terms_of_use: terms,
    time_last_update_unix: today / 1_000,
    time_last_update_utc: new Date(today).toUTCString().replace('GMT', '+0000'),
    time_next_update_unix: tomorrow / 1_000,
    time_next_update_utc: new Date(tomorrow).toUTCString().replace('GMT', '+0000'),
    base_code: base,
  }
}

/** The rate of the ECB when the base is the euro. Otherwise the quotient of two such rates. */
function cross({ rates }: Day, base: string, code: string): number {
  const rate = new Decimal(rates.get(code) ?? Number.NaN).div(rates.get(base) ?? Number.NaN)
  return rate.toSignificantDigits(12).toNumber()
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
