import type { Prepared } from './worst-case-input.ts'

/**
 * Fields that replace those of the largest body, because the route is stricter than its schema. Fields that the body
 * does not have are left out.
 */
type Fields = (prepared: Prepared, number: number) => object

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const times = <Entry>(count: number, make: (at: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_unused, at) => make(at))

const tiers = times(20, (at) => ({ from: String(100 * at), price: String(20 - at) }))
const shippingMethod: Fields = () => ({ tiers, currency: 'EUR', countries: ['DE', 'AT', 'FR'] })

/** A condition may have 500 nodes. */
const longCondition = times(45, () => 'decimal(data.total.amount) >= decimal("1000")').join(' && ')
const automation: Fields = () => ({
  trigger: { event: 'order.created' },
  condition: longCondition,
  actions: times(10, () => ({ type: 'notify', subject: 'Large', message: 'x'.repeat(2_000) })),
  state: 'DRAFT',
  limits: undefined,
})

const approvalRule: Fields = ({ known, categories }, number) => ({
  conditions: {
    amountFrom: { amount: '1000000.00', currency: 'EUR' },
    categoryIds: categories.slice(0, 100),
    costCenters: times(100, (at) => `cost-${number}-${at}`),
    requesterIds: known.userId,
  },
  steps: times(10, () => ({ mode: 'ANY', role: 'approver' })),
})

const assortment: Fields = ({ brands, categories, productIds, known }) => ({
  included: undefined,
  excluded: {
    brands: brands.slice(0, 200),
    categories: categories.slice(0, 200),
    products: productIds.slice(0, 1_000),
  },
  companyIds: known.companyId,
})

const discounts: Fields = ({ brands, known }) => ({
  supplierId: undefined,
  currency: 'EUR',
  validFrom: daysFromNow(1),
  validUntil: daysFromNow(100),
  discounts: brands.slice(0, 200).map((brand) => ({ by: 'brand', value: brand, percent: '5' })),
  companyIds: known.companyId,
})

const orderDiscounts: Fields = ({ known }) => ({
  supplierId: undefined,
  buyerCompanyId: known.companyId?.[0],
  state: 'DRAFT',
  validFrom: daysFromNow(1),
  validUntil: daysFromNow(100),
  priceListIds: undefined,
  orderDiscounts: {
    currency: 'EUR',
    tiers: times(20, (at) => ({ from: String(1_000 * (at + 1)), percent: String(at + 1) })),
  },
})

const invoiceDetails: Fields = () => ({
  bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: 'x'.repeat(70) },
  contact: { name: 'x'.repeat(100), phone: '+49 40 123456', email: 'invoices@example.com' },
  electronicAddress: null,
})

const synonyms: Fields = (_prepared, number) => ({
  language: 'en',
  words: times(20, (at) => `bench${number}word${at}`),
  alsoFind: times(20, (at) => `bench${number}other${at}`),
})

const apiKey: Fields = () => ({
  allowedCidrs: times(50, (at) => `192.0.${at}.0/24`),
  expiresAt: daysFromNow(30),
})
const webhook: Fields = () => ({ events: ['order.*', 'payment.*'], ed25519: true })

export const validBodies: Readonly<Record<string, Fields>> = {
  addOwnShippingMethod: shippingMethod,
  changeOwnShippingMethod: shippingMethod,
  addPlatformShippingMethod: shippingMethod,
  changePlatformShippingMethod: shippingMethod,
  createAutomation: automation,
  changeAutomation: automation,
  addApprovalRule: approvalRule,
  changeApprovalRule: approvalRule,
  createAssortment: assortment,
  changeAssortment: assortment,
  createPriceList: discounts,
  changePriceList: discounts,
  createContract: (prepared, number) => ({
    ...orderDiscounts(prepared, number),
    reference: `BENCH-${number}`,
  }),
  changeContract: orderDiscounts,
  changeInvoiceDetails: invoiceDetails,
  changeOwnInvoiceDetails: invoiceDetails,
  addSynonyms: synonyms,
  changeSynonyms: synonyms,
  createApiKey: apiKey,
  changeApiKey: apiKey,
  createWebhook: webhook,
  changeWebhook: webhook,
  createStockLocation: () => ({ supplierId: undefined, country: 'NL' }),
  createSearch: ({ words, brands }) => ({
    q: words.join(' ').slice(0, 8_000),
    category: undefined,
    brand: brands.slice(0, 30),
    supplier: undefined,
    attribute: undefined,
    minPrice: '0.01',
    maxPrice: '100000',
    currency: 'EUR',
    sources: ['catalog'],
  }),
  convertAmount: () => ({ amount: '99999999999.99', from: 'EUR', to: 'USD' }),
  addSpendingLimit: ({ known }) => ({ personId: known.userId?.[0] }),
  setTaxClass: ({ categories, productIds }) => ({
    categoryId: undefined,
    productIds: productIds.slice(0, 1_000),
    taxClass: categories.length % 2 === 0 ? 'standard' : 'reduced',
  }),
  setTaxRate: (_prepared, number) => ({
    country: 'FR',
    taxClass: 'reduced',
    rate: '5',
    validFrom: '2090-01-01',
    validUntil: '2095-01-01',
    postcode: String(40_000 + number),
  }),
  nameDeputy: ({ known }) => ({
    deputyId: known.userId?.[0],
    startsAt: daysFromNow(30),
    endsAt: daysFromNow(40),
  }),
  countStock: ({ productIds }) => ({
    entries: productIds.slice(0, 1_000).map((productId) => ({ productId, available: 5 })),
  }),
  replayWebhookWindow: () => ({
    since: daysFromNow(-1),
    until: daysFromNow(-0.1),
    events: ['order.*'],
    preview: false,
  }),
}
