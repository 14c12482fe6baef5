import { type Static, type TSchema, Type } from 'typebox'
import { decimalOf, type Money, priceOfOne, type UnitPrice } from '#kernel/money'
import { MoneySchema } from '#kernel/money-schema'
import { record } from '#kernel/record'
import { exampleFailureDocs } from './failure-docs.ts'

export const MoneyView = MoneySchema

export function viewMoney(money: Money): Static<typeof MoneyView> {
  return { amount: decimalOf(money), currency: money.currency }
}

/** The price of one unit. It shows all its decimals, up to six: only the total of a line is rounded. */
export function viewUnitPrice(price: UnitPrice): Static<typeof MoneyView> {
  return viewBasisPrice(priceOfOne(price))
}

/** The price of `perQuantity` units, as the supplier states it. */
export function viewBasisPrice(price: UnitPrice): Static<typeof MoneyView> {
  return { amount: decimalOf(price), currency: price.currency }
}

/**
 * The prices of a line of goods, to be spread into its view. `unitPrice` is the price of one unit, up to six decimals.
 * `basisPrice` is the price of `perQuantity` units, as the supplier states it.
 */
export const LinePriceView = {
  unitPrice: MoneyView,
  basisPrice: MoneyView,
  perQuantity: Type.Integer({
    description:
      'The price basis: `basisPrice` is the price of this many units, and `unitPrice` is the price of one. It is 1 unless the supplier prices per 100 or the like. A line total is quantity × basisPrice ÷ perQuantity, rounded once.',
  }),
  unit: Type.String({
    description: 'The unit of the quantity, as a code of UN/ECE Recommendation 20.',
    examples: ['C62'],
  }),
}

export function viewLinePrice(price: UnitPrice, unit: string) {
  return {
    unitPrice: viewUnitPrice(price),
    basisPrice: viewBasisPrice(price),
    perQuantity: price.perQuantity,
    unit,
  }
}

/** The answer of a request that has removed its record. */
export const IdView = record('RecordId', 'The id of the record that this request has removed.', {
  id: Type.String(),
})

export const Refusal = record(
  'Refusal',
  'The reason why a request was not carried out.',
  {
    success: Type.Literal(false),
    meta: Type.Object({
      code: Type.String({ description: 'A stable code for programs.' }),
      requestId: Type.String({ description: 'The id of the request. Send it to support.' }),
      docs: Type.String({
        description: 'The address at which the documentation explains the code.',
      }),
      details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    error: Type.String({ description: 'A sentence that tells a person what to do.' }),
  },
  {
    examples: [
      {
        success: false,
        meta: {
          code: 'platform.request_invalid',
          requestId: 'req_01m7xb82dw3khw78phh28dvacd',
          docs: exampleFailureDocs('platform.request_invalid'),
          details: { problems: [{ path: 'query.limit', message: 'must be a whole number' }] },
        },
        error:
          'The request does not have the form that this route needs. Correct the problems in details.problems.',
      },
    ],
  },
)

const AnyMeta = Type.Record(Type.String(), Type.Unknown())

const ListMeta = Type.Object({
  limit: Type.Integer(),
  nextCursor: Type.Optional(
    Type.String({ description: 'The cursor of the next page. Absent on the last page.' }),
  ),
})

const ChangingListMeta = Type.Object({
  ...ListMeta.properties,
  updatedThrough: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only in the order `updatedAt`: every change up to this time is listed. Send it as `updatedAfter` of your next reading.',
    }),
  ),
})

type SuccessStatus = 200 | 201 | 202

type AnswerOptions<Status extends SuccessStatus> = {
  readonly status?: Status
  /** Examples of `data`, not of the whole envelope. */
  readonly examples?: readonly unknown[]
}

/** The answers that every route documents: its own in the envelope, and a refusal for the rest. */
export function answers<Schema extends TSchema, Status extends SuccessStatus = 200>(
  data: Schema,
  options: AnswerOptions<Status> = {},
) {
  const Success = Type.Object(
    { success: Type.Literal(true), data, meta: AnyMeta },
    exampleOf(options.examples, {}),
  )
  return withRefusals(Success, options.status)
}

/** A page of a list: the items as `data`, the cursor of the next page in `meta`. */
export function list<Schema extends TSchema>(
  item: Schema,
  options: AnswerOptions<200> & Changing = {},
) {
  const meta = metaOf(options)
  const Success = Type.Object(
    { success: Type.Literal(true), data: Type.Array(item), meta },
    exampleOf(options.examples && [options.examples], { limit: 20 }),
  )
  return withRefusals(Success, 200)
}

/** A page of a list with its items under a name in `data`, and the cursor of the next page in `meta`. */
export function listResponse<Schema extends TSchema>(data: Schema, options: Changing = {}) {
  const meta = metaOf(options)
  return withRefusals(Type.Object({ success: Type.Literal(true), data, meta }), 200)
}

/** True: the list is also read by changes. */
type Changing = { readonly isChanging?: boolean }

const metaOf = ({ isChanging }: Changing) =>
  (isChanging ? ChangingListMeta : ListMeta) as typeof ChangingListMeta

function withRefusals<Success extends TSchema, Status extends SuccessStatus>(
  success: Success,
  status: Status | undefined,
) {
  const responses = { [status ?? 200]: success, '4xx': Refusal, '5xx': Refusal }
  return responses as Record<Status, Success> & {
    '4xx': typeof Refusal
    '5xx': typeof Refusal
  }
}

function exampleOf(examples: readonly unknown[] | undefined, meta: Record<string, unknown>) {
  if (!examples) return {}
  return { examples: examples.map((data) => ({ success: true, data, meta })) }
}

/** `meta` describes the answer and is not part of it, for example the cursor of the next page. */
export function ok<Data, Meta extends Record<string, unknown> = Record<string, unknown>>(
  data: Data,
  meta: Meta = {} as Meta,
) {
  return { success: true as const, data, meta }
}
