import { Decimal as Exact } from 'decimal.js'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  type Brief,
  type BriefItem,
  constraintsMax,
  type Delivery,
  isSpan,
  type Leaf,
  notesMax,
  precisions,
  qualifiers,
  questionFields,
  type Span,
  spansOf,
  textLengthMax,
} from '../brief/brief.ts'
import { deliveriesMax } from '../brief/deliveries.ts'
import { type DegradedReason, degradedReasonOf } from './degraded-reasons.ts'
import type { Evidence } from './evidence.ts'

/** The companion answered something that is no brief. */
export class AnswerInvalid extends Error {
  override readonly name = 'AnswerInvalid'
}

/** What the companion has read, after each value was found in the messages. */
export type ReadAnswer = {
  readonly brief: Omit<Brief, 'openQuestions'>
  /** Some figures have two meanings, and the companion has chosen none. */
  readonly isUnclear: boolean
  /** The amount of the budget may be the price of one piece. */
  readonly isScopeUnclear: boolean
  /** Values that the buyer has not said. They are left out. */
  readonly refused: number
  /** Items above the limit. They are left out. */
  readonly cut: number
  readonly degradedReason: DegradedReason | undefined
}

const Text = Type.String({ minLength: 1, maxLength: textLengthMax })
const Decimal = Type.String({ pattern: '^[0-9]{1,20}([.][0-9]{1,9})?$', maxLength: 30 })
const Code = Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3 })
const Country = Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 })
const Unit = Type.String({ pattern: '^[A-Z0-9]{2,3}$', maxLength: 3 })
const AmountShape = Type.Object({
  amount: Decimal,
  currency: Type.Optional(Code),
  qualifier: Type.Optional(Type.Enum([...qualifiers])),
})
const NeededByShape = Type.Object({
  date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 }),
  precision: Type.Enum([...precisions]),
})

const LeafShape = Type.Object({
  value: Type.Unknown(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  source: Type.Object({
    messageId: Type.String({ minLength: 1, maxLength: 100 }),
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 0 }),
  }),
  method: Type.Union([Type.Literal('rule'), Type.Literal('llm')]),
})

const Loose = Type.Record(Type.String(), Type.Unknown())
const DeliveryShape = Type.Object({
  country: Type.Optional(Type.Unknown()),
  city: Type.Optional(Type.Unknown()),
  items: Type.Array(Type.Object({ item: Type.Integer({ minimum: 0 }), quantity: Type.Unknown() }), {
    maxItems: 1_000,
  }),
})
const BriefShape = Type.Object({
  items: Type.Array(Loose, { maxItems: 1_000 }),
  notes: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 1_000 })),
  deliverTo: Type.Optional(Loose),
  deliveries: Type.Optional(Type.Array(DeliveryShape, { maxItems: deliveriesMax })),
  openQuestions: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 1_000 })),
})
const AnswerShape = Type.Object({ brief: BriefShape })
const QuestionShape = Type.Object({ field: Type.Enum([...questionFields]) })

/**
 * Reads the answer of the companion, and trusts nothing of it: a value stays only if the buyer has said it where the value says.
 * Edits of people are the service's own, so the answer needs none. Throws `AnswerInvalid`.
 */
export function readAnswer(answer: unknown, evidence: Evidence, itemsMax: number): ReadAnswer {
  if (!Value.Check(AnswerShape, answer)) throw new AnswerInvalid('The answer has no brief.')
  const { brief } = answer
  const reader = leafReader(evidence)
  const given = brief as Readonly<Record<string, unknown>>
  const currency = reader.leaf(given.currency, Code, evidence.isCurrency)
  const deliveries = deliveriesOf(reader, brief.deliveries)
  const positions = new Map<number, number>()
  const items: BriefItem[] = []
  for (const [at, one] of brief.items.entries()) {
    const item = itemOf(reader, one, { sum: sumAt(deliveries, at), currency: currency?.value })
    if (!item) continue
    positions.set(at, items.length)
    items.push(item)
  }
  const placed = placedOf(deliveries, positions, itemsMax)
  const budget = reader.amount(given.budget, currency?.value)
  const country = reader.country(brief.deliverTo?.country)
  const city = reader.text(brief.deliverTo?.city)
  const neededBy = reader.leaf(given.neededBy, NeededByShape, evidence.isNeededBy)
  const notes = reader.texts(brief.notes, notesMax)
  const fields = (brief.openQuestions ?? []).flatMap((one) =>
    Value.Check(QuestionShape, one) ? [one.field] : [],
  )
  return {
    brief: {
      items: items.slice(0, itemsMax),
      ...(budget && { budget }),
      ...(currency && { currency }),
      ...((country || city) && {
        deliverTo: { ...(country && { country }), ...(city && { city }) },
      }),
      ...(placed.length > 1 && { deliveries: placed }),
      ...(neededBy && { neededBy }),
      notes,
    },
    isUnclear: fields.includes('unclear'),
    isScopeUnclear: budget !== undefined && fields.includes('budget'),
    refused: reader.refused(),
    cut: Math.max(0, items.length - itemsMax),
    degradedReason: degradedReasonOf(answer),
  }
}

type LeafReader = ReturnType<typeof leafReader>

function leafReader(evidence: Evidence) {
  let refused = 0
  const leaf = <Shape extends TSchema>(
    given: unknown,
    shape: Shape,
    isSaid: (value: Static<Shape>, span: Span) => boolean,
  ): Leaf<Static<Shape>> | undefined => {
    if (given === undefined || isOfPerson(given)) return undefined
    if (Value.Check(LeafShape, given)) {
      const { value, confidence, method } = given
      const { messageId, start, end } = given.source
      const source = { messageId, start, end }
      if (Value.Check(shape, value) && isSaid(value, source)) {
        return { value: keepKnownFields(shape, value), confidence, source, method }
      }
    }
    refused += 1
    return undefined
  }
  const text = (given: unknown) => leaf(given, Text, evidence.isText)
  const texts = (given: readonly unknown[] | undefined, max: number) =>
    (given ?? []).slice(0, max).flatMap((one) => text(one) ?? [])
  return {
    leaf,
    text,
    texts,
    number: (given: unknown, sum?: string) =>
      leaf(given, Decimal, (value, span) => value === sum || evidence.isNumber(value, span)),
    country: (given: unknown) => leaf(given, Country, evidence.isCountry),
    unit: (given: unknown) => leaf(given, Unit, evidence.isUnit),
    /** A currency that stands elsewhere, such as in the header of a table, is said there. */
    amount: (given: unknown, said: string | undefined) =>
      leaf(given, AmountShape, (value, span) => {
        const { currency, ...bare } = value
        return (
          evidence.isAmount(value, span) || (currency === said && evidence.isAmount(bare, span))
        )
      }),
    refused: () => refused,
  }
}

/** The companion returns what people have entered. The service has that itself. */
function isOfPerson(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'method' in given && given.method === 'user'
}

/** The known fields alone: nothing else that the companion sends is stored. */
function keepKnownFields<Shape extends TSchema>(shape: Shape, value: Static<Shape>): Static<Shape> {
  return Value.Clean(shape, structuredClone(value)) as Static<Shape>
}

/** Nothing is left of an item without a value. */
function itemOf(
  reader: LeafReader,
  given: Readonly<Record<string, unknown>>,
  said: { readonly sum: string | undefined; readonly currency: string | undefined },
): BriefItem | undefined {
  const what = reader.text(given.what)
  const quantity = reader.number(given.quantity, said.sum)
  const unit = reader.unit(given.unit)
  const price = reader.amount(given.targetUnitPrice, said.currency)
  const { constraints } = given
  const item = {
    ...(what && { what }),
    ...(quantity && { quantity }),
    ...(unit && { unit }),
    constraints: reader.texts(Array.isArray(constraints) ? constraints : [], constraintsMax),
    ...(price && { targetUnitPrice: price }),
    anchors: [],
  }
  const places = spansOf(item)
  if (places.length === 0) return undefined
  return { ...item, anchors: what && isSpan(what.source) ? [what.source] : places }
}

/** The places whose country or city the buyer has said, with the quantities that the buyer has said. */
function deliveriesOf(
  reader: LeafReader,
  given: readonly Static<typeof DeliveryShape>[] | undefined,
): readonly Delivery[] {
  return (given ?? []).flatMap(({ country: ofCountry, city: ofCity, items: parts }) => {
    const country = reader.country(ofCountry)
    const city = reader.text(ofCity)
    const items = parts.flatMap(({ item, quantity: ofItem }) => {
      const quantity = reader.number(ofItem)
      return quantity ? [{ item, quantity }] : []
    })
    if (!(country || city) || items.length === 0) return []
    return [{ ...(country && { country }), ...(city && { city }), items }]
  })
}

/** What all places get of an item: nobody need have written the sum. */
function sumAt(deliveries: readonly Delivery[], at: number): string | undefined {
  const parts = deliveries.flatMap(({ items }) => items).filter(({ item }) => item === at)
  if (parts.length < 2) return undefined
  return parts.reduce((sum, { quantity }) => sum.plus(quantity.value), new Exact(0)).toFixed()
}

/** The deliveries by the positions that the items have after others were left out. */
function placedOf(
  deliveries: readonly Delivery[],
  positions: ReadonlyMap<number, number>,
  itemsMax: number,
): readonly Delivery[] {
  return deliveries.flatMap((delivery) => {
    const items = delivery.items.flatMap(({ item, quantity }) => {
      const at = positions.get(item)
      return at === undefined || at >= itemsMax ? [] : [{ item: at, quantity }]
    })
    return items.length === 0 ? [] : [{ ...delivery, items }]
  })
}
