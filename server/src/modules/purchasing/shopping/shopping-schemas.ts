import { type Static, Type } from 'typebox'
import type { Failure } from '#kernel/failure'
import type { Locale } from '#kernel/locale'
import { oneLineWithText } from '#kernel/one-line'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { cartExample, ItemsAddedView, viewItemsAdded } from '#modules/cart'
import { MatchedLineView, MatchedProduct, viewMatchedLine, viewOffer } from '#modules/quotes'
import { LinePriceView } from '#platform/http'
import { failureSentence } from '#platform/texts'
import type { ListFilled } from './fill-list.ts'
import { itemsMax, type ShoppingList, visibilities } from './list.ts'
import type { FullList, PutIntoCart } from './service.ts'

const Instant = Type.String({ format: 'date-time' })
const Id = Type.String({ minLength: 1, maxLength: 64 })
export const VisibilityName = Type.Enum([...visibilities])

export const ListParams = Type.Object({ listId: Type.String({ maxLength: 64 }) })
export const ItemParams = Type.Object({
  listId: Type.String({ maxLength: 64 }),
  itemId: Type.String({ maxLength: 64 }),
})

const Note = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: oneLineWithText }),
  visibility: VisibilityName,
  unitId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'The unit of a list with the visibility UNIT: its people and those of all units below it read the list. Default: your own unit.',
    }),
  ),
}

/** A thousand lines of the maximum length. */
const pastedMax = 105_000

const sources = {
  items: Type.Optional(
    Type.Array(
      record('NewShoppingListItem', 'A product to put into a shopping list.', {
        productId: Id,
        quantity: quantitySchema(),
        note: Type.Optional(Note),
      }),
      { minItems: 1, maxItems: itemsMax },
    ),
  ),
  text: Type.Optional(
    Type.String({
      maxLength: pastedMax,
      description:
        'Part numbers with quantities, a line each: pasted, or the content of a CSV file. It is read as by `POST /api/v1/products/match`.',
    }),
  ),
  orderId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The products of this order.' }),
  ),
  listId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The items of this shopping list.' }),
  ),
}

export const CreateListBody = record(
  'CreateShoppingList',
  'A new shopping list. It is empty, or begins with the products of one source.',
  { ...fields, ...sources },
  {
    examples: [
      { name: 'Workshop, every month', visibility: 'UNIT', text: 'TL-SG1008\t3\n006R90321;1' },
    ],
  },
)

export const ChangeListBody = record(
  'ChangeShoppingList',
  'The fields of a shopping list that change.',
  Type.Partial(Type.Object(fields)).properties,
  { minProperties: 1, examples: [{ visibility: 'COMPANY' }] },
)

export const FillListBody = record(
  'AddShoppingListItems',
  'The source of the products to add: send one of the four.',
  sources,
  { examples: [{ items: [{ productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', quantity: 4 }] }] },
)

export const ChangeItemBody = record(
  'ChangeShoppingListItem',
  'The fields of an item that change.',
  {
    quantity: Type.Optional(quantitySchema()),
    note: Type.Optional(Type.Union([Note, Type.Null()])),
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: itemsMax,
        description: 'The new place in the list, from 1. The items behind it move down.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ quantity: 12, position: 1 }] },
)

export const CartOfListBody = record(
  'PutShoppingListIntoCart',
  'The items to put into the cart.',
  {
    itemIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: itemsMax,
        uniqueItems: true,
        description: 'Absent: all items of the list.',
      }),
    ),
  },
  { examples: [{ itemIds: ['lsi_01m7xb82dw3khw78phh28dvacd'] }] },
)

const listFields = {
  id: Type.String(),
  name: fields.name,
  visibility: VisibilityName,
  unitId: Type.Optional(Type.String()),
  ownerId: Type.String({ description: 'The person or the integration that keeps the list.' }),
  createdAt: Instant,
  changedAt: Type.String({
    format: 'date-time',
    description: 'The time of the last change of the list or of one of its items.',
  }),
}

const listExample = {
  id: 'lst_01m7xb82dw3khw78phh28dvacd',
  name: 'Workshop, every month',
  visibility: 'UNIT' as const,
  unitId: 'unt_01m7x9v1c40e5rk2m8w3tq6zna',
  ownerId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  createdAt: '2026-01-02T03:04:05.000Z',
  changedAt: '2026-01-02T03:04:05.000Z',
}

export const ListSummaryView = record(
  'ShoppingListSummary',
  'A shopping list, with the number of its items.',
  {
    ...listFields,
    ownerName: Type.Optional(Type.String()),
    itemCount: Type.Integer(),
  },
  { examples: [{ ...listExample, ownerName: 'Anna Smith', itemCount: 12 }] },
)

export const ListItemView = record('ShoppingListItem', 'A product in a shopping list.', {
  id: Type.String(),
  productId: Type.String(),
  quantity: quantitySchema(),
  unit: Type.Union([LinePriceView.unit, Type.Null()], {
    description: 'Null if the product is no longer for sale to your company.',
  }),
  note: Type.Optional(Type.String()),
  position: Type.Integer({ description: 'Its place in the list, from 1.' }),
  product: Type.Optional(MatchedProduct),
})

const fullExample = {
  ...listExample,
  items: [
    {
      id: 'lsi_01m7xb82dw3khw78phh28dvacd',
      productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
      quantity: 12,
      unit: 'C62',
      note: 'the ones without a lid',
      position: 1,
    },
  ],
}

export const FullListView = record(
  'ShoppingList',
  'A shopping list with its items. An item without `product` is no longer for sale to your company.',
  { ...listFields, items: Type.Array(ListItemView) },
  { examples: [fullExample] },
)

export const ListFilledView = record(
  'ShoppingListFilled',
  'The shopping list after products were added, and what could not be added.',
  {
    added: Type.Integer({ description: 'The number of items that were added.' }),
    notAdded: Type.Array(
      record('ShoppingListItemNotAdded', 'A product that was not added to a list, and why.', {
        productId: Type.String(),
        quantity: quantitySchema(),
        code: Type.String(),
        message: Type.String(),
        details: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
    unmatched: Type.Array(MatchedLineView, {
      description:
        'The lines of the text that mean no product or several. Choose a candidate and add it.',
    }),
    list: FullListView,
  },
  { examples: [{ added: 1, notAdded: [], unmatched: [], list: fullExample }] },
)

export const ListInCartView = record(
  'ShoppingListInCart',
  'The cart after items of a shopping list were put into it, and which could not be.',
  {
    ...ItemsAddedView.properties,
    missingItemIds: Type.Array(Type.String(), {
      description: 'The chosen items that the list does not have any more.',
    }),
  },
  { examples: [{ added: 1, notAdded: [], cart: cartExample, missingItemIds: [] }] },
)

export function viewSummary(
  list: ShoppingList,
  { ownerName, itemCount }: { readonly ownerName: string | undefined; readonly itemCount: number },
): Static<typeof ListSummaryView> {
  return { ...viewFields(list), ...(ownerName !== undefined && { ownerName }), itemCount }
}

export function viewFullList({
  list,
  items,
  offers,
  rates,
}: FullList): Static<typeof FullListView> {
  return {
    ...viewFields(list),
    items: items.map(({ id, productId, quantity, note, position }) => {
      const offer = offers.get(productId)
      return {
        id,
        productId,
        quantity: numberOf(quantity),
        unit: offer?.pricing.unit ?? null,
        ...(note !== undefined && { note }),
        position,
        ...(offer && { product: viewOffer(offer, quantity, { table: rates, country: undefined }) }),
      }
    }),
  }
}

export function viewFilled(
  { added, notAdded, unmatched }: ListFilled,
  full: FullList,
  locale: Locale,
): Static<typeof ListFilledView> {
  return {
    added,
    notAdded: notAdded.map(({ item: { productId, quantity }, failure }) => ({
      productId,
      quantity: numberOf(quantity),
      ...viewFailure(failure, locale),
    })),
    unmatched: unmatched.map(({ line, matched }) =>
      viewMatchedLine(line, matched, { table: full.rates, country: undefined }),
    ),
    list: viewFullList(full),
  }
}

export function viewInCart(put: PutIntoCart): Static<typeof ListInCartView> {
  return { ...viewItemsAdded(put), missingItemIds: [...put.missingItemIds] }
}

function viewFailure(failure: Failure, locale: Locale) {
  const { code, details } = failure
  return { code, message: failureSentence(failure, locale).text, details }
}

function viewFields(list: ShoppingList) {
  const { id, name, visibility, unitId, ownerId, createdAt, changedAt } = list
  return {
    id,
    name,
    visibility,
    ...(unitId !== undefined && { unitId }),
    ownerId,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}
