import { type Static, type TSchema, Type } from 'typebox'
import { countryForm, currencyForm } from '#kernel/code-forms'
import { record } from '#kernel/record'
import { plainBrief } from '../sessions/views.ts'
import { type Brief, precisions, qualifiers, questionFields, textLengthMax } from './brief.ts'

const SpanView = record('BriefSpan', 'The place of a message at which the buyer said a value.', {
  messageId: Type.String(),
  start: Type.Integer({ description: 'The first character, counted in UTF-16 units from 0.' }),
  end: Type.Integer({ description: 'The character after the last one.' }),
})

const PersonView = record('BriefPerson', 'The person who entered a value.', {
  personId: Type.String(),
})

const about = {
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How sure the value is. What a person has entered is 1.',
  }),
  source: Type.Union([SpanView, PersonView]),
  method: Type.Enum(['rule', 'llm', 'user'], {
    description:
      '`rule` and `llm`: read from the messages. `user`: entered by a person; no extraction changes it.',
  }),
}

const leaf = <Value extends TSchema>(name: string, description: string, value: Value) =>
  record(name, description, { value, ...about })

const Decimal = Type.String({
  pattern: '^[0-9]{1,20}([.][0-9]{1,9})?$',
  maxLength: 30,
  examples: ['50'],
})
const Country = Type.String({ pattern: countryForm, maxLength: 2, examples: ['AT'] })
const Currency = Type.String({ pattern: currencyForm, maxLength: 3, examples: ['EUR'] })
const Unit = Type.String({
  pattern: '^[A-Z0-9]{2,3}$',
  maxLength: 3,
  description: 'A code of UN/ECE Recommendation 20.',
  examples: ['C62'],
})
const Words = Type.String({ minLength: 1, maxLength: textLengthMax })

const AmountView = record('BriefAmount', 'An amount of money, as the buyer means it.', {
  amount: Decimal,
  currency: Type.Optional(Currency),
  qualifier: Type.Optional(
    Type.Enum([...qualifiers], { description: 'The most, about so much, or exactly.' }),
  ),
})

const NeededByView = record('BriefDate', 'The day by which the goods are needed.', {
  date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 }),
  precision: Type.Enum([...precisions], {
    description: 'Whether the buyer named the day, or a week or month that ends with it.',
  }),
})

const TextLeaf = leaf('BriefText', 'A text, with where it comes from.', Type.String())
const DecimalLeaf = leaf('BriefQuantity', 'A quantity, with where it comes from.', Type.String())
const UnitLeaf = leaf('BriefUnit', 'A unit, with where it comes from.', Unit)
const AmountLeaf = leaf('BriefMoney', 'An amount, with where it comes from.', AmountView)
const CurrencyLeaf = leaf('BriefCurrency', 'A currency, with where it comes from.', Currency)
const CountryLeaf = leaf('BriefCountry', 'A country, with where it comes from.', Country)
const DateLeaf = leaf('BriefNeededBy', 'A day, with where it comes from.', NeededByView)

const BriefItemView = record('BriefItem', 'Goods that the buyer needs.', {
  what: Type.Optional(TextLeaf),
  quantity: Type.Optional(DecimalLeaf),
  unit: Type.Optional(UnitLeaf),
  constraints: Type.Array(TextLeaf, { description: 'What the goods must be.' }),
  targetUnitPrice: Type.Optional(AmountLeaf),
})

const BriefDeliveryView = record('BriefDelivery', 'The goods of one of several places.', {
  country: Type.Optional(CountryLeaf),
  city: Type.Optional(TextLeaf),
  items: Type.Array(
    record('BriefDeliveryItem', 'So much of an item goes to this place.', {
      item: Type.Integer({ description: 'The position of the item in `items`.' }),
      quantity: DecimalLeaf,
    }),
  ),
})

export const OpenQuestionView = record('BriefQuestion', 'What the brief lacks.', {
  field: Type.Enum([...questionFields]),
  item: Type.Optional(Type.Integer({ description: 'The position of the item in `items`.' })),
  question: Type.String(),
  options: Type.Optional(Type.Array(Type.String())),
})

export const BriefView = record(
  'Brief',
  'What a buyer needs. Each value names its source; a value that the messages do not contain is no part of it, unless a person has entered it.',
  {
    items: Type.Array(BriefItemView),
    budget: Type.Optional(AmountLeaf),
    currency: Type.Optional(CurrencyLeaf),
    deliverTo: Type.Optional(
      Type.Object({ country: Type.Optional(CountryLeaf), city: Type.Optional(TextLeaf) }),
    ),
    deliveries: Type.Optional(
      Type.Array(BriefDeliveryView, {
        description:
          'Which goods go where, when the buyer names several places. It goes when a person enters a place, and an item leaves it when a person enters its quantity.',
      }),
    ),
    neededBy: Type.Optional(DateLeaf),
    notes: Type.Array(TextLeaf),
    openQuestions: Type.Array(OpenQuestionView),
  },
)

const orNull = <Value extends TSchema>(value: Value) =>
  Type.Optional(Type.Union([value, Type.Null()]))
const AmountEdit = orNull(AmountView)
const Texts = (maxItems: number) => Type.Optional(Type.Array(Words, { maxItems }))

const ItemEditBody = record('BriefItemEdit', 'A change of an item, a new item, or its removal.', {
  item: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'The position of the item in the brief. Leave it out for a new item.',
    }),
  ),
  remove: Type.Optional(Type.Literal(true)),
  what: Type.Optional(Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S' })),
  quantity: orNull(Decimal),
  unit: orNull(Unit),
  constraints: Texts(50),
  targetUnitPrice: AmountEdit,
})

export const ChangeBriefBody = record(
  'ChangeBrief',
  'The values that a person enters. Absent fields do not change. Null removes a value, and no extraction brings it back.',
  {
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The version of the brief that the person has seen. Required.',
      }),
    ),
    items: Type.Optional(Type.Array(ItemEditBody, { maxItems: 200 })),
    budget: AmountEdit,
    currency: orNull(Currency),
    deliverTo: Type.Optional(
      Type.Object({
        country: orNull(Country),
        city: orNull(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
      }),
    ),
    neededBy: orNull(
      Type.Object({
        date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 }),
        precision: Type.Optional(Type.Enum([...precisions])),
      }),
    ),
    notes: Texts(100),
  },
  {
    examples: [
      {
        expectedVersion: 2,
        items: [
          { item: 0, quantity: '60' },
          { what: 'desk lamps', quantity: '10' },
        ],
        budget: { amount: '12000', currency: 'EUR', qualifier: 'max' },
      },
    ],
  },
)

const source = { messageId: 'msg_01m7xb82dw3khw78phh28dvacd', start: 0, end: 2 }

export const briefExample = {
  items: [
    {
      what: {
        value: 'office chairs',
        confidence: 0.9,
        source: { ...source, start: 3, end: 16 },
        method: 'rule' as const,
      },
      quantity: { value: '50', confidence: 0.95, source, method: 'rule' as const },
      constraints: [],
    },
  ],
  notes: [],
  openQuestions: [{ field: 'country' as const, question: 'To which country should we deliver?' }],
}

type BriefStatic = Static<typeof BriefView>

export function viewBrief({ brief }: { readonly brief: Brief }): BriefStatic {
  return plainBrief(brief) as unknown as BriefStatic
}
