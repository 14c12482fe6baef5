import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isCurrency, type Money, parseMoney } from '#kernel/money'
import { type ProviderIntent, type ProviderRefund, ProviderUnavailable } from './provider.ts'

/** The provider's texts contain no character that PostgreSQL cannot store. */
const Reason = Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u001f]{0,500}$' }))
const Reference = Type.String({ pattern: '^[ -~]{0,255}$' })
const Name = Type.String({ pattern: '^[!-~]{1,255}$' })

/** The provider's own schema. It may add fields; the fields that we use must be present. */
const WireIntent = Type.Object({
  id: Name,
  merchantReference: Reference,
  state: Type.Enum([
    'REQUIRES_PAYMENT',
    'AUTHORIZED',
    'SUCCEEDED',
    'FAILED',
    'CANCELLED',
    'EXPIRED',
  ]),
  amount: Type.String(),
  captured: Type.String(),
  refunded: Type.String(),
  currency: Type.String(),
  hostedUrl: Type.Optional(Type.String()),
  failureReason: Reason,
})

const WireRefund = Type.Object({
  id: Name,
  merchantReference: Reference,
  state: Type.Enum(['PENDING', 'SUCCEEDED', 'FAILED']),
  amount: Type.String(),
  currency: Type.String(),
  failureReason: Reason,
})

const WireRefusal = Type.Object({
  error: Type.Object({ code: Type.String({ maxLength: 100 }) }),
  intent: Type.Optional(WireIntent),
})

const WireIntents = Type.Object({
  items: Type.Array(WireIntent),
  next: Type.Optional(Type.String()),
})

const WireRefunds = Type.Object({ items: Type.Array(WireRefund) })

const WireEvent = Type.Object({
  id: Name,
  type: Name,
  data: Type.Optional(
    Type.Object({ intent: Type.Optional(WireIntent), refund: Type.Optional(WireRefund) }),
  ),
})

export function readIntent(body: unknown): ProviderIntent {
  return toIntent(understand(WireIntent, body))
}

export function readRefund(body: unknown): ProviderRefund {
  return toRefund(understand(WireRefund, body))
}

export function readIntents(body: unknown) {
  const { items, next } = understand(WireIntents, body)
  return { items: items.map(toIntent), ...(next === undefined ? {} : { next }) }
}

export function readRefunds(body: unknown): ProviderRefund[] {
  return understand(WireRefunds, body).items.map(toRefund)
}

/** Undefined if the body is not a refusal in the provider's form. */
export function readRefusal(body: unknown) {
  if (!Value.Check(WireRefusal, body)) return undefined
  const { error, intent } = body
  return { code: error.code, intent: intent && toIntent(intent) }
}

/** Undefined if the event has no known form: then it is kept as received. */
export function readEvent(body: unknown) {
  if (!Value.Check(WireEvent, body)) return undefined
  const { id, type, data } = body
  return {
    id,
    type,
    ...(data?.intent ? { intent: toIntent(data.intent) } : {}),
    ...(data?.refund ? { refund: toRefund(data.refund) } : {}),
  }
}

function toIntent(wire: Static<typeof WireIntent>): ProviderIntent {
  const { currency } = wire
  return {
    reference: wire.id,
    paymentId: wire.merchantReference,
    state: wire.state,
    amount: amountOf(wire.amount, currency),
    captured: amountOf(wire.captured, currency),
    refunded: amountOf(wire.refunded, currency),
    ...(wire.hostedUrl === undefined ? {} : { redirectUrl: wire.hostedUrl }),
    ...(wire.failureReason === undefined ? {} : { failureReason: wire.failureReason }),
  }
}

function toRefund(wire: Static<typeof WireRefund>): ProviderRefund {
  return {
    reference: wire.id,
    refundId: wire.merchantReference,
    state: wire.state,
    amount: amountOf(wire.amount, wire.currency),
    ...(wire.failureReason === undefined ? {} : { failureReason: wire.failureReason }),
  }
}

function amountOf(amount: string, currency: string): Money {
  const value = isCurrency(currency) ? parseMoney(amount, currency) : undefined
  if (!value) throw new ProviderUnavailable('The provider named an amount that cannot be read.')
  return value
}

function understand<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  if (Value.Check(schema, body)) return body
  throw new ProviderUnavailable('The provider gave an answer that cannot be read.')
}
