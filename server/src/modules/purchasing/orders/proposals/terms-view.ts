import { type Static, Type } from 'typebox'
import { unitPrice } from '#kernel/money'
import { numberOf, quantityOf, quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { MoneyView, viewUnitPrice } from '#platform/http'
import type { Terms } from './proposal.ts'

const SubstituteView = record(
  'SubstituteProduct',
  'The product that replaces that of the line.',
  {
    productId: Type.String(),
    sku: Type.String(),
    mpn: Type.String(),
    name: Type.String(),
    brand: Type.String(),
  },
  {
    examples: [
      {
        productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
        sku: 'KD-4712',
        mpn: 'NYM-J 3x1.5',
        name: 'Cable NYM-J 3x1.5',
        brand: 'Kabelwerk',
      },
    ],
  },
)

/** In answers, in events and in stored JSON. */
export const TermsView = record(
  'ProposedTerms',
  'What a supplier delivers of a line, when, and for which price.',
  {
    quantity: quantitySchema({ minimum: 0, description: 'In all, without what was cancelled.' }),
    promisedDate: Type.Optional(Type.String({ format: 'date' })),
    unitPrice: Type.Optional(
      withDescription(
        MoneyView,
        'The price of one unit. Present if the price or the product changes.',
      ),
    ),
    substitute: Type.Optional(SubstituteView),
    delivery: Type.Optional(
      Type.Integer({
        description:
          'In versions of orders with several addresses: the number of the delivery that the line is in.',
      }),
    ),
  },
  { examples: [{ quantity: 4, promisedDate: '2026-02-06' }] },
)

export type TermsInJson = Static<typeof TermsView>

export function viewTerms({
  quantity,
  promisedDate,
  unitPrice: price,
  substitute,
  delivery,
}: Terms): TermsInJson {
  return {
    quantity: numberOf(quantity),
    ...(promisedDate !== undefined && { promisedDate }),
    ...(price && { unitPrice: viewUnitPrice(price) }),
    ...(substitute && { substitute }),
    ...(delivery !== undefined && { delivery }),
  }
}

function readTerms({ quantity, unitPrice: price, ...others }: TermsInJson): Terms {
  return {
    ...others,
    quantity: quantityOf(quantity),
    ...(price && { unitPrice: unitPrice(price.amount, price.currency) }),
  }
}

type Changed = { readonly before: Terms; readonly after: Terms }

/** A line whose terms change, as the database stores it. */
export type ChangedInJson<Line extends Changed> = Omit<Line, 'before' | 'after'> & {
  readonly before: TermsInJson
  readonly after: TermsInJson
}

export function storeChanged<Line extends Changed>({
  before,
  after,
  ...line
}: Line): ChangedInJson<Line> {
  return { ...line, before: viewTerms(before), after: viewTerms(after) }
}

export function readChanged<Line extends Changed>({ before, after, ...line }: ChangedInJson<Line>) {
  return { ...line, before: readTerms(before), after: readTerms(after) }
}
