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
  language_unknown: {
    status: 400,
    message: 'The language is unknown. Use a two-letter code of ISO 639, such as de.',
  },
  import_encoding_unsupported: {
    status: 415,
    message: 'Send the file as it is or as gzip: no other Content-Encoding is read.',
  },
  import_not_found: {
    status: 404,
    message: 'There is no such import. Take the id from the list of imports.',
  },
  import_ended: {
    status: 409,
    message: 'The import has already ended. Read it to see what it did.',
  },
  import_under_way: {
    status: 409,
    message:
      'An import of this supplier is under way. Wait until it has ended, or cancel it; the details name it.',
  },
  import_file_empty: { status: 400, message: 'The body is empty. Send the file as the body.' },
  import_file_too_large: {
    status: 413,
    message: 'The file is larger than is taken. Send it as gzip, or in parts.',
  },
  import_format_unknown: {
    status: 415,
    message:
      'Send CSV, JSON Lines, BMEcat or a Google Merchant feed with its media type, or name it with `format`.',
  },
  import_mapping_invalid: {
    status: 400,
    message:
      'The mapping is not valid. Send a JSON object from a column of the file to one of the fields that the details name.',
  },
  import_uploads_too_many: {
    status: 429,
    message:
      'This supplier has as many uploads open as it may. Wait until one has ended, and send the file again.',
    retryAfterSeconds: 60,
  },
  import_share_full: {
    status: 429,
    message:
      'The files of this supplier that wait take all the room that one supplier may have. Wait until an import has ended or cancel one, and send the file again.',
    retryAfterSeconds: 60,
  },
  import_upload_cancelled: {
    status: 409,
    message: 'The import was cancelled, or given up, while its file was sent. Send the file again.',
  },
  import_store_full: {
    status: 503,
    message: 'Too many catalogue files are waiting. Try again when some imports have ended.',
    retryAfterSeconds: 60,
  },
  order_lines_missing: {
    status: 400,
    message: 'Send either `lines` or a `text` with at least one line.',
  },
  order_lines_too_many: {
    status: 422,
    message: 'A quick order has at most 1,000 lines. Send it in parts.',
  },
  price_range_invalid: {
    status: 400,
    message:
      'The price range is not valid. Use decimals of zero or more, with minPrice not above maxPrice.',
  },
  products_unknown: {
    status: 422,
    message:
      'Some products do not exist, so nothing was changed. Remove those that details.productIds names.',
  },
  search_not_found: {
    status: 404,
    message: 'There is no such search, or it is older than a day. Start another one.',
  },
  search_over: {
    status: 409,
    message: 'The search is over and cannot be cancelled. Read what it found.',
  },
  search_source_doubled: { status: 400, message: 'Name each source once.' },
  searches_too_many: {
    status: 429,
    message: 'Your company has too many searches running. Cancel one, or wait for one to end.',
    retryAfterSeconds: 5,
  },
  search_process_died: {
    status: 500,
    message:
      'Each process that worked on the search has died, so it is not tried again. Search for something else, or report the id of the search.',
  },
  search_failed: { status: 500, message: 'The search could not be carried out. Start it again.' },
  search_timed_out: {
    status: 504,
    message:
      'The search took too long and was ended. Read what it found, or search for fewer words.',
  },
  event_id_invalid: {
    status: 400,
    message:
      'The Last-Event-ID is not of this search. Connect again without it, and the stream starts from the beginning.',
  },
  streams_too_many: {
    status: 429,
    message: 'This credential has too many streams open. Close one, then connect again.',
    retryAfterSeconds: 5,
  },
  streams_full: {
    status: 503,
    message: 'This process cannot hold more streams, or is about to stop. Connect again shortly.',
    retryAfterSeconds: 2,
  },
  synonyms_circular: {
    status: 422,
    message:
      'One-way synonyms would lead back to where they begin. Make them two-way: leave `alsoFind` out.',
  },
  synonyms_invalid: {
    status: 400,
    message:
      'The group of synonyms is not valid. Give two different words, or one word and what it also finds, each with a letter or digit.',
  },
  synonyms_not_found: {
    status: 404,
    message: 'There is no such group of synonyms. Take the id from the list of synonyms.',
  },
  synonyms_too_many: {
    status: 422,
    message: 'There are 2,000 groups of synonyms already. Take away or join some first.',
  },
})
