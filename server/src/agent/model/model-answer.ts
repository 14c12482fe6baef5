import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * The model says where a value stands, and the grammar says what it is. So a model can point to the wrong place, but it cannot invent
 * a value or move a decimal point.
 */
const Quote = Type.Object(
  {
    messageId: Type.String({ minLength: 1, maxLength: 100 }),
    quote: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { additionalProperties: false },
)
/** One place, or none. Providers treat lists more alike than values that may be null. */
const Maybe = Type.Array(Quote, { maxItems: 5 })

const AnswerSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          what: Quote,
          quantity: Maybe,
          constraints: Type.Array(Quote, { maxItems: 50 }),
          targetUnitPrice: Maybe,
        },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
    budget: Maybe,
    country: Maybe,
    city: Maybe,
    neededBy: Maybe,
    notes: Type.Array(Quote, { maxItems: 50 }),
  },
  { additionalProperties: false },
)

export type Quote = Static<typeof Quote>
export type ModelAnswer = Static<typeof AnswerSchema>

const shape = Compile(AnswerSchema)

/** The answer in a text of the model, or undefined when the text is anything else. */
export function readModelAnswer(text: string): ModelAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return shape.Check(answer) ? answer : undefined
  } catch {
    return undefined
  }
}

const quote = {
  type: 'object',
  additionalProperties: false,
  required: ['messageId', 'quote'],
  properties: { messageId: { type: 'string' }, quote: { type: 'string' } },
}
const quotes = { type: 'array', items: quote }

/** What providers accept of JSON Schema: every property is required, and nothing has a limit. */
export const answerJsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'budget', 'country', 'city', 'neededBy', 'notes'],
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['what', 'quantity', 'constraints', 'targetUnitPrice'],
        properties: { what: quote, quantity: quotes, constraints: quotes, targetUnitPrice: quotes },
      },
    },
    budget: quotes,
    country: quotes,
    city: quotes,
    neededBy: quotes,
    notes: quotes,
  },
}
