import { shipTo } from '../ship-to.ts'
import type { Prepared } from './worst-case-input.ts'
import { openApproval, startedCheckout } from './worst-case-orders.ts'
import type { Credentials } from './worst-case-stage.ts'

/** Values for the parameters of a path. */
export type PathValues = Readonly<Record<string, string>>
/** Creates a record that a path can name. */
type MakeRecord = (prepared: Prepared) => Promise<PathValues>

let count = 0

/** Creates a record by `POST path`. The body has a number that no other record has. */
function record(
  name: string,
  as: Credentials,
  path: string,
  body: (number: number, prepared: Prepared) => object | undefined = () => undefined,
): MakeRecord {
  return async (prepared) => {
    count += 1
    const sent = body(count, prepared)
    const { data } = await prepared.stage.json({
      method: 'POST',
      path,
      as,
      ...(sent ? { body: sent } : {}),
    })
    const nested = Object.values(data).find((part) => typeof part === 'object' && part !== null)
    return { [name]: data.id ?? (nested as { id?: string } | undefined)?.id ?? '' }
  }
}

const address = { ...shipTo, name: 'Goods receipt' }
const shippingMethod = (number: number) => ({
  name: `Parcel ${number}`,
  kind: 'DELIVERY',
  countries: ['DE', 'AT'],
  currency: 'EUR',
  tiers: [{ from: '0', price: '0' }],
  leadTimeDays: 2,
})
const limit = { amount: '9000000.00', currency: 'EUR' }
const automation = (number: number) => ({
  name: `Automation ${number}`,
  trigger: { event: 'order.created' },
  condition: 'decimal(data.total.amount) >= decimal("1000")',
  actions: [{ type: 'call_url', url: 'http://127.0.0.1:9/' }],
  state: 'DRAFT',
})
const addPerson = ({ stage, known }: Prepared) => stage.addPerson(known.companyId?.[0] ?? '')

/** By the path up to its parameter, or else by the name of the parameter. */
const makers: Readonly<Record<string, MakeRecord>> = {
  addressId: record('addressId', 'companyAdmin', '/api/v1/addresses', (number) => ({
    label: `Warehouse ${number}`,
    address,
  })),
  appId: record('appId', 'companyAdmin', '/api/v1/oauth-apps', (number) => ({
    name: `App ${number}`,
    type: 'confidential',
    redirectUris: ['https://reports.example.com/callback'],
    scopes: ['orders:read'],
  })),
  approvalId: async (prepared) => ({ approvalId: (await openApproval(prepared)).id }),
  assortmentId: record('assortmentId', 'operator', '/api/v1/assortments', (number) => ({
    name: `Assortment ${number}`,
    excluded: { brands: [`Brand ${number}`] },
  })),
  automationId: record('automationId', 'companyAdmin', '/api/v1/automations', automation),
  '/api/v1/budgets/': record('budgetId', 'companyAdmin', '/api/v1/budgets', (number) => ({
    name: `Budget ${number}`,
    costCenter: `budget-${number}`,
    period: 'QUARTER',
    limit,
  })),
  '/api/v1/spending-limits/': record(
    'budgetId',
    'companyAdmin',
    '/api/v1/spending-limits',
    (number) => ({ name: `Limit ${number}`, period: 'MONTH', limit }),
  ),
  checkoutId: async (prepared) => ({ checkoutId: await startedCheckout(prepared) }),
  contractId: record('contractId', 'seller', '/api/v1/contracts', (number, { known }) => ({
    buyerCompanyId: known.companyId?.[0],
    reference: `FW-${number}`,
    state: 'DRAFT',
    orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000', percent: '2' }] },
  })),
  deputyId: async (prepared) => {
    // A person has ten at most.
    await prepared.stage.sql.query('delete from approvals.deputies')
    const deputyId = await addPerson(prepared)
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const body = { deputyId, startsAt: inDays(30), endsAt: inDays(40) }
    const path = '/api/v1/approval-deputies'
    const { data } = await prepared.stage.json({ method: 'POST', path, as: 'companyAdmin', body })
    return { deputyId: data.id }
  },
  exportId: record('exportId', 'buyer', '/auth/privacy/export'),
  invitationId: record('invitationId', 'companyAdmin', '/api/v1/invitations', (number) => ({
    email: `invited-${number}@example.com`,
    roles: ['buyer'],
  })),
  keyId: record('keyId', 'companyAdmin', '/api/v1/api-keys', (number) => ({
    name: `Key ${number}`,
    scopes: ['products:read'],
  })),
  priceListId: record('priceListId', 'seller', '/api/v1/price-lists', (number) => ({
    name: `List ${number}`,
    currency: 'EUR',
  })),
  rateId: record('rateId', 'operator', '/admin/tax/rates', (number) => ({
    country: 'FR',
    taxClass: 'reduced',
    rate: '5',
    validFrom: '2090-01-01',
    postcode: String(10_000 + number),
    note: 'A bench',
  })),
  replayId: async (prepared) => {
    const { webhookId } = await recordFor('GET', '/api/v1/webhooks/{webhookId}', prepared)
    const path = `/api/v1/webhooks/${webhookId}/replay`
    const body = { since: new Date(Date.now() - 3_600_000).toISOString() }
    const { data } = await prepared.stage.json({ method: 'POST', path, as: 'companyAdmin', body })
    return { replayId: data.id ?? data.replay.id }
  },
  ruleId: record('ruleId', 'companyAdmin', '/api/v1/approval-rules', (number) => ({
    name: `Rule ${number}`,
    conditions: { costCenters: [`rule-${number}`] },
    steps: [{ mode: 'ANY', role: 'approver' }],
  })),
  searchId: record('searchId', 'companyAdmin', '/api/v1/searches', () => ({
    q: 'gigabit switch',
    sources: ['catalog'],
  })),
  '/admin/shipping-methods/': record(
    'shippingMethodId',
    'operator',
    '/admin/shipping-methods',
    shippingMethod,
  ),
  '/api/v1/company/shipping-methods/': record(
    'shippingMethodId',
    'seller',
    '/api/v1/company/shipping-methods',
    shippingMethod,
  ),
  stockLocationId: record('stockLocationId', 'seller', '/api/v1/stock-locations', (number) => ({
    name: `Location ${number}`,
    country: 'NL',
  })),
  synonymsId: record('synonymsId', 'operator', '/admin/catalog/synonyms', (number) => ({
    language: 'en',
    words: [`benchword${number}`],
    alsoFind: ['projector'],
  })),
  userId: async (prepared) => ({ userId: await addPerson(prepared) }),
  webhookId: record('webhookId', 'companyAdmin', '/api/v1/webhooks', (number) => ({
    name: `Receiver ${number}`,
    url: 'http://127.0.0.1:9/',
    events: ['order.*'],
  })),
}

const templateOf = (path: string) => path.slice(0, path.indexOf('{'))
const lastName = (path: string) => /\{(\w+)\}(?!.*\{)/.exec(path)?.[1] ?? ''

const kept = new Map<string, Promise<PathValues>>()

/**
 * A record for the path: one shared record for all operations that keep it, and a new one for each deletion. Empty if
 * the path names no record, or none can be created.
 */
export function recordFor(method: string, path: string, prepared: Prepared): Promise<PathValues> {
  const key = templateOf(path) in makers ? templateOf(path) : lastName(path)
  const make = makers[key]
  if (!make) return Promise.resolve({})
  if (method === 'DELETE') return make(prepared)
  const found = kept.get(key) ?? make(prepared)
  kept.set(key, found)
  return found
}
