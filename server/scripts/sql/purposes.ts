/** What the statements of a function are for. `npm run sql` asks for the sentence of each function that it meets. */
export const purposes: Readonly<Record<string, string>> = {
  // Search
  analyzeWords:
    'Reduces the words to their stems in each language, and counts the products that have each stem.',
  checkReadings: 'Finds out which cached quotes are out of date.',
  insertSearch: 'Stores the streamed search, unless too many of the company run already.',
  isAnySuperseded:
    'Asks whether any product has a successor. Mostly none has, and no successor is looked for.',
  countPhrase: 'Counts the products that have some words next to each other, up to a limit.',
  isInUse: 'Asks whether any product has one of the words.',
  listCurrencies: 'Reads the currencies that products are priced in.',
  listKinds: 'Reads the categories that have a noun for their products, such as “bolt”.',
  listNamedCategories: 'Finds the category by its id, its name or its path.',
  listParties: 'Reads the company: its currency decides in which one prices are compared.',
  listSynonyms: 'Reads the synonyms that operators keep.',
  lockAndMarkPublished: 'Locks the running search, and notes which products it is about to send.',
  lockRunning: 'Locks the running search, so that its next events follow on its last one.',
  rankProducts:
    'Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.',
  readChanges:
    'Reads which products, prices and terms have changed since the last look, so that the caches drop them.',
  readOffers: 'Reads price, stock and conditions of products, at the prices of the company.',
  readTerms:
    'Reads what the company has agreed: its contracts, price lists, discounts and assortments.',
  selectProducts: 'Reads the products of the page.',
  synonymsRevision: 'Asks whether the synonyms have changed.',
  writeStep: 'Writes the events of the streamed search and its progress.',

  // Claims
  becomeLinker: 'Lets one process at a time link the entries of the audit log.',
  becomeSequencer: 'Lets one process at a time number the new events of the log.',
  chooseDue:
    'Looks at the oldest rows that are due, without those of companies that use all their places or have had their turn.',
  claim:
    'Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.',
  claimPlace: 'Takes the place of a subscription in the event log, if there are events for it.',
  countUnderWay: 'Counts the runs that each company has under way.',
  hasDueSchedule: 'Asks whether a schedule is due.',
  isDue:
    'Asks whether a row is due that has to be worked on alone, because processes have died over it.',
  mayBeDue: 'Asks whether an event is due that was set aside.',
  namesWithWork: 'Finds the kinds of jobs that have something due.',
  read: 'Locks what is due, oldest first, by the index. Rows that another worker holds are skipped.',
  take: 'Takes the locked rows: counts the attempt and sets the lease.',
  takeDue: 'Locks the replay of deliveries that has waited longest.',

  // Placing an order
  commitReservedStock: 'Turns the reserved stock into sold stock.',
  findPayment: 'Reads the payment.',
  insertProviderEvent: "Stores the provider's event. An event that comes again adds no row.",
  keepAnswer: 'Stores the answer beside its Idempotency-Key.',
  listActiveBudgets: "Reads the company's active budgets.",
  listQuotasInForce: "Reads the quotas of the company's frame contracts. Cached afterwards.",
  listRules: "Reads the company's approval rules.",
  lockAttempt: 'Locks the checkout: whoever ends it does so alone.',
  lockCart:
    'Locks the cart for the checkout, if it is free and has the version that the buyer has seen.',
  lockProviderPayment: 'Locks the payment that the event is about.',
  lockPayment: 'Locks the payment.',
  openPayment: 'Writes all the rest of the transaction in one statement, and commits with it.',
  receiveEvent: 'Writes all the rest of the transaction in one statement, and commits with it.',
  savePayment: 'Writes the new state of the payment.',
  setOrder: 'Writes the order on its payment.',
  settle:
    'Writes all the rest of the transaction in one statement, and commits with it: the order, its lines, its events.',
  startCheckout:
    'Writes all the rest of the transaction in one statement, and commits with it: the checkout and its snapshot.',
  takeCredit: 'Takes the amount off the credit of the company, if enough is left.',
  takeNumber: 'Takes the next number of the company for orders.',
  takeStock: 'Reserves the stock of all lines, or of none.',
}
