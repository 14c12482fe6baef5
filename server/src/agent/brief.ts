import { type Static, type TSchema, Type } from 'typebox'

/** Offsets count UTF-16 units, as JavaScript does: `text.slice(start, end)` is the evidence. */
const SpanSchema = Type.Object(
  {
    messageId: Type.String({ minLength: 1, maxLength: 100 }),
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
)
const PersonSchema = Type.Object(
  { personId: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
)

function leafOf<Schema extends TSchema>(value: Schema) {
  return Type.Object(
    {
      value,
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      source: Type.Union([SpanSchema, PersonSchema]),
      method: Type.Union([Type.Literal('rule'), Type.Literal('llm'), Type.Literal('user')]),
    },
    { additionalProperties: false },
  )
}

const Text = Type.String({ minLength: 1, maxLength: 2_000 })
const Decimal = Type.String({ pattern: '^[0-9]{1,20}([.][0-9]{1,9})?$', maxLength: 30 })
const Currency = Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3 })

const AmountSchema = Type.Object(
  {
    amount: Decimal,
    /** Absent while nobody has said which currency is meant. */
    currency: Type.Optional(Currency),
    qualifier: Type.Optional(
      Type.Union([Type.Literal('max'), Type.Literal('about'), Type.Literal('exact')]),
    ),
  },
  { additionalProperties: false },
)

const NeededBySchema = Type.Object(
  {
    date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 }),
    precision: Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')]),
  },
  { additionalProperties: false },
)

const ItemSchema = Type.Object(
  {
    what: Type.Optional(leafOf(Text)),
    quantity: Type.Optional(leafOf(Decimal)),
    unit: Type.Optional(leafOf(Type.String({ pattern: '^[A-Z0-9]{2,3}$', maxLength: 3 }))),
    constraints: Type.Array(leafOf(Text), { maxItems: 100 }),
    targetUnitPrice: Type.Optional(leafOf(AmountSchema)),
  },
  { additionalProperties: false },
)

const DeliverySchema = Type.Object(
  {
    country: Type.Optional(leafOf(Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 }))),
    city: Type.Optional(leafOf(Text)),
    items: Type.Array(
      Type.Object(
        {
          /** The position of the item in `items`. */
          item: Type.Integer({ minimum: 0 }),
          quantity: leafOf(Decimal),
        },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)

const QuestionSchema = Type.Object(
  {
    field: Type.Enum(['what', 'quantity', 'country', 'neededBy', 'budget', 'unclear']),
    /** The position of the item in `items`. */
    item: Type.Optional(Type.Integer({ minimum: 0 })),
    question: Text,
    options: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  },
  { additionalProperties: false },
)

export const BriefSchema = Type.Object(
  {
    items: Type.Array(ItemSchema, { maxItems: 200 }),
    budget: Type.Optional(leafOf(AmountSchema)),
    currency: Type.Optional(leafOf(Currency)),
    deliverTo: Type.Optional(
      Type.Object(
        {
          country: Type.Optional(leafOf(Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 }))),
          city: Type.Optional(leafOf(Text)),
        },
        { additionalProperties: false },
      ),
    ),
    /** The goods of each place, when there are several. */
    deliveries: Type.Optional(Type.Array(DeliverySchema, { maxItems: 50 })),
    neededBy: Type.Optional(leafOf(NeededBySchema)),
    notes: Type.Array(leafOf(Text), { maxItems: 200 }),
    openQuestions: Type.Array(QuestionSchema, { maxItems: 500 }),
  },
  { additionalProperties: false },
)

export type Leaf<Value> = {
  value: Value
  confidence: number
  source: Static<typeof SpanSchema> | Static<typeof PersonSchema>
  method: 'rule' | 'llm' | 'user'
}
export type Brief = Static<typeof BriefSchema>
export type BriefItem = Static<typeof ItemSchema>
export type Amount = Static<typeof AmountSchema>
export type NeededBy = Static<typeof NeededBySchema>
export type OpenQuestion = Static<typeof QuestionSchema>

/** What the assistant wrote is context. Values come from the buyer's messages alone. */
export type Message = {
  readonly id: string
  readonly role: 'buyer' | 'assistant'
  readonly text: string
}
