import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  product_not_found: {
    status: 404,
    message: 'There is no such product for your company. Take the id from a search.',
  },
  supplier_required: {
    status: 403,
    message: 'Only a company that sells may do this. Ask an operator to make yours a supplier.',
  },
  supplier_unknown: {
    status: 422,
    message:
      'Name the supplier by `supplierId`: a company that sells. Suppliers leave it out, or name their own company.',
  },
  company_unknown: { status: 422, message: 'There is no such company. Check the id.' },
  validity_invalid: {
    status: 422,
    message: 'The period is not valid. Send two instants, the end later than the beginning.',
  },
  discounts_invalid: {
    status: 422,
    message:
      'The discounts are not valid. Name a category or a brand in `value`, or `all`, and each of them once.',
  },
  price_list_not_found: {
    status: 404,
    message: 'There is no such price list. Take the id from the list of price lists.',
  },
  price_list_in_use: {
    status: 409,
    message: 'A contract names this price list. End or change the contract, or let the list end.',
  },
  price_lists_too_many: {
    status: 422,
    message: 'A supplier has at most 10,000 price lists. Delete one first.',
  },
  price_entries_invalid: {
    status: 422,
    message:
      'Some entries were refused, so none was stored. Correct those that `details.entries` names by their place.',
  },
  price_entries_too_many: {
    status: 422,
    message: 'A price list has at most 100,000 entries. Remove some first, or use another list.',
  },
  assortment_not_found: {
    status: 404,
    message: 'There is no such assortment. Take the id from the list of assortments.',
  },
  assortments_too_many: {
    status: 422,
    message: 'There are at most 10,000 assortments. Delete one first.',
  },
  assortments_of_company_too_many: {
    status: 422,
    message: 'A company may have up to five assortments. Put what they say into fewer.',
  },
  contract_not_found: {
    status: 404,
    message: 'There is no such contract. Take the id from the list of contracts.',
  },
  contract_overlaps: {
    status: 409,
    message:
      'The two companies have another active contract in that time. End it, or let this one begin when it ends.',
  },
  contract_reference_taken: {
    status: 409,
    message: 'The supplier has another contract with this reference. Choose another reference.',
  },
  contract_ended: { status: 409, message: 'An ended contract stays as it is. Make a new one.' },
  contract_state_invalid: {
    status: 409,
    message: 'A contract that has been active is not a draft again. End it instead.',
  },
  contract_empty: {
    status: 422,
    message:
      'A contract is about price lists, discounts of orders or both: name `priceListIds` or `orderDiscounts`.',
  },
  contract_lists_invalid: {
    status: 422,
    message:
      'The price lists of the contract are not valid. Name price lists of this supplier, each once.',
  },
  contract_discounts_invalid: {
    status: 422,
    message:
      'A tier of `orderDiscounts` was refused. Give each a percent or an amount, rising by `from`; `details.place` says which tier is wrong.',
  },
  contracts_too_many: {
    status: 422,
    message:
      'A supplier has at most 10,000 contracts. End those that are over, and use them again.',
  },
  stock_location_not_found: {
    status: 404,
    message: 'There is no such stock location. Take the id from the list of stock locations.',
  },
  stock_location_name_taken: {
    status: 409,
    message: 'The supplier has another location of this name. Choose another one.',
  },
  stock_location_in_use: {
    status: 409,
    message: 'Something is counted there. Count it as 0 or null first, or somewhere else.',
  },
  stock_locations_too_many: {
    status: 422,
    message: 'A supplier has at most 50 stock locations. Delete one first.',
  },
  stock_counts_invalid: {
    status: 422,
    message:
      'Some counts were refused, so none was stored. Correct those that `details.entries` names by their place.',
  },
  category_unknown: {
    status: 400,
    message:
      'There is no such category. Take one from the list of categories, or one that `details.nearest` suggests.',
  },
  category_ambiguous: {
    status: 400,
    message:
      'Several categories have this name. Give the id or the path of one of those in the details.',
  },
  country_unknown: {
    status: 400,
    message: 'The country is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
  },
  products_unknown: {
    status: 422,
    message:
      'Some products do not exist, so nothing was changed. Remove those that details.productIds names.',
  },
})
