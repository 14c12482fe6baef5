import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  product_not_found: {
    status: 404,
    message: 'There is no such product for your company. Take the id from a search.',
    details: { productId: Type.String() },
  },
  supplier_required: {
    status: 403,
    message: 'Only suppliers can do this. Ask an operator to make your company a supplier.',
    details: { supplierId: Type.Optional(Type.String()) },
  },
  supplier_unknown: {
    status: 422,
    message:
      'There is no such supplier. Send the id of a supplier, which begins with co_, in `supplierId`; as a supplier, leave it out or send your own id.',
    details: { supplierId: Type.Optional(Type.String()) },
  },
  company_unknown: {
    status: 422,
    message:
      'There is no such company. Send the id of a company, which begins with co_, and not its name.',
    details: { companyId: Type.String() },
  },
  unit_unknown: {
    status: 422,
    message:
      'This is not an active unit of the one buyer for which the price list or the assortment holds. Send the id of a unit, which begins with unt_, and no company but its own.',
    details: { unitId: Type.String() },
  },
  validity_invalid: {
    status: 422,
    message: 'The period is not valid. Send two instants, with the end after the beginning.',
    details: {
      validFrom: Type.String(),
      validUntil: Type.String(),
    },
  },
  discounts_invalid: {
    status: 422,
    message:
      'The discounts are not valid. Name a category or a brand in `value`, or `all`, each of them once.',
  },
  price_list_not_found: {
    status: 404,
    message: 'There is no such price list. Take the id from the list of price lists.',
    details: { priceListId: Type.String() },
  },
  price_list_in_use: {
    status: 409,
    message:
      'A contract uses this price list. End or change the contract, or let the price list expire.',
    details: { priceListId: Type.String() },
  },
  price_lists_too_many: {
    status: 422,
    message: 'A supplier can have at most 10,000 price lists. Delete one first.',
  },
  price_entries_invalid: {
    status: 422,
    message:
      'Some entries are not valid, so none was stored. Correct the entries at the places in `details.entries`.',
    details: { entries: Type.Array(Type.Object({ place: Type.Integer(), reason: Type.String() })) },
  },
  price_entries_too_many: {
    status: 422,
    message:
      'A price list can have at most 100,000 entries. Remove some first, or use another list.',
    details: { max: Type.Integer() },
  },
  assortment_not_found: {
    status: 404,
    message: 'There is no such assortment. Take the id from the list of assortments.',
    details: { assortmentId: Type.String() },
  },
  assortments_too_many: {
    status: 422,
    message: 'The platform can have at most 10,000 assortments. Delete one first.',
  },
  assortments_of_company_too_many: {
    status: 422,
    message:
      'A company can have at most five assortments for all of it, and five for each of its units. Put their contents into fewer.',
    details: { companyId: Type.String() },
  },
  contract_not_found: {
    status: 404,
    message: 'There is no such contract. Take the id from the list of contracts.',
    details: { contractId: Type.String() },
  },
  contract_overlaps: {
    status: 409,
    message:
      'The two companies have another active contract in this period. End it, or let this contract begin when it ends.',
  },
  contract_reference_taken: {
    status: 409,
    message: 'The supplier has another contract with this reference. Choose another reference.',
  },
  contract_ended: {
    status: 409,
    message: 'The contract has ended and cannot be changed. Make a new one.',
    details: { contractId: Type.String() },
  },
  contract_version_conflict: {
    status: 409,
    message:
      'Somebody has changed the contract since you read it. Read it again, and repeat the change with its version.',
    details: { expected: Type.Integer(), current: Type.Integer() },
  },
  contract_state_invalid: {
    status: 409,
    message: 'A contract that was active cannot become a draft again. End it instead.',
  },
  contract_empty: {
    status: 422,
    message:
      'The contract has neither price lists nor order discounts. Send `priceListIds`, `orderDiscounts`, or both.',
  },
  contract_lists_invalid: {
    status: 422,
    message:
      'The price lists of the contract are not valid. Name price lists of this supplier, each of them once, and none for a unit of another buyer.',
    details: { priceListIds: Type.Array(Type.String()) },
  },
  contract_discounts_invalid: {
    status: 422,
    message:
      'The tier of `orderDiscounts` in `details.place` is not valid. Give each tier a percent or an amount, in the ascending order of `from`.',
    details: { place: Type.Integer(), reason: Type.String() },
  },
  contracts_too_many: {
    status: 422,
    message: 'A supplier can have at most 10,000 contracts. Change an existing one.',
  },
  stock_location_not_found: {
    status: 404,
    message: 'There is no such stock location. Take the id from the list of stock locations.',
    details: { locationId: Type.String() },
  },
  stock_location_name_taken: {
    status: 409,
    message: 'The supplier has another location with this name. Choose another name.',
    details: { name: Type.String() },
  },
  stock_location_in_use: {
    status: 409,
    message:
      'The location still has stock. Set its stock to 0 or null first, or move it to another location.',
    details: { locationId: Type.String() },
  },
  stock_locations_too_many: {
    status: 422,
    message: 'A supplier can have at most 50 stock locations. Delete one first.',
  },
  stock_counts_invalid: {
    status: 422,
    message:
      'Some counts are not valid, so none was stored. Correct the entries at the places in `details.entries`.',
    details: {
      entries: Type.Union([
        Type.Array(Type.Object({ place: Type.Integer(), reason: Type.String() })),
        Type.Array(Type.Object({ productId: Type.String(), reason: Type.String() })),
      ]),
    },
  },
  category_unknown: {
    status: 400,
    message:
      'There is no such category. Take one from the list of categories, or one that `details.nearest` suggests.',
    details: {
      category: Type.String(),
      nearest: Type.Optional(
        Type.Array(Type.Object({ id: Type.String(), path: Type.Array(Type.String()) })),
      ),
    },
  },
  category_ambiguous: {
    status: 400,
    message:
      'Several categories have this name. Send the id or the path of one of the categories in the details.',
    details: {
      category: Type.String(),
      categories: Type.Array(Type.Object({ id: Type.String(), path: Type.Array(Type.String()) })),
    },
  },
  country_unknown: {
    status: 400,
    message:
      'The country is unknown. Use a two-letter code of ISO 3166-1, such as DE. If you sent a name, details.didYouMean is its code.',
    details: { didYouMean: Type.Optional(Type.String()), country: Type.String() },
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  products_unknown: {
    status: 422,
    message:
      'Some products do not exist, so nothing was changed. Remove the products in details.productIds.',
    details: { productIds: Type.Array(Type.String()) },
  },
})

/** For other modules: a product that the caller may not see does not exist for it. */
export const productNotFound = (productId: string) => fail('product_not_found', { productId })
