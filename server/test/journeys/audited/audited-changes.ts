import { TOTP } from 'otpauth'
import { newId } from '#kernel/id'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aKey, type Client, createClient, type Reply } from '../client.ts'
import { buyByCard, checkOut, fillCart, handOver, untilEnded } from '../purchase.ts'
import type { CompanyOfWorld, World } from '../world.ts'
import { adPlays } from './audited-ads.ts'
import { approvalPlays } from './audited-approvals.ts'
import { automationPlays } from './audited-automations.ts'
import { budgetPlays } from './audited-budgets.ts'
import { operatorPlays } from './audited-by-operators.ts'
import { aPriceList, contractPlays } from './audited-contracts.ts'
import { crawlPlays } from './audited-crawls.ts'
import { creditPlays } from './audited-credit.ts'
import { imagePlays } from './audited-images.ts'
import { invoicePlays } from './audited-invoices.ts'
import { jobPlays } from './audited-jobs.ts'
import { offerPlays } from './audited-offers.ts'
import { orderPlays } from './audited-orders.ts'
import { poisonPlays } from './audited-poison.ts'
import { ratePlays } from './audited-rates.ts'
import { requisitionPlays } from './audited-requisitions.ts'
import { setAsidePlays } from './audited-set-aside.ts'
import { shoppingPlays } from './audited-shopping.ts'
import { standingOrderPlays } from './audited-standing-orders.ts'
import { stockPlays } from './audited-stock.ts'
import { structurePlays } from './audited-structure.ts'
import { supportPlays } from './audited-support.ts'
import { totalsPlays } from './audited-totals.ts'
import { webhookPlays } from './audited-webhooks.ts'

export type Stage = {
  readonly world: World
  readonly ours: CompanyOfWorld
  readonly operator: Client
}

/** Sends one request, marked so that its entries differ from all others. */
export type Send = (client: Client, method: string, path: string, body?: unknown) => Promise<Reply>

export type Play = (stage: Stage, send: Send) => Promise<Reply>

export async function aFreshPerson(
  { world, ours }: Stage,
  role: 'buyer' | 'company_admin' = 'buyer',
) {
  const person = await aPerson(world.parts.platform.database, { companyId: ours.companyId, role })
  const { email, password, actor } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return {
    id: actor.id,
    email,
    password,
    client: createClient(world.baseUrl, { bearer: body.data.accessToken }),
  }
}

async function anIncident({ world }: Stage): Promise<string> {
  const { database } = world.parts.platform
  const trouble = {
    key: 'payments.reconciliation-mismatch' as const,
    severity: 'warning' as const,
    summary: 'A provider and we do not agree on a payment.',
    details: {},
    dedupeKey: 'of the audit',
    now: new Date(),
  }
  const { id } = await database.transaction((tx) =>
    world.parts.modules.incidents.notify(tx, trouble),
  )
  return id
}

export async function aCart({ world }: Stage, buyer: Client, quantity = 1): Promise<number> {
  const { id } = await aProduct(world.parts.platform.database, { unitPrice: '5.00', onHand: 50 })
  return fillCart(buyer, [{ productId: id, quantity }])
}

/** An invoice that is promised: it can be captured. */
async function aPromise(stage: Stage): Promise<string> {
  const { world, ours } = stage
  const { database } = world.parts.platform
  const terms = { companyId: ours.companyId, limit: money(100_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) =>
    world.parts.modules.payments.putCreditAccount(tx, terms, new Date()),
  )
  const { client } = await aFreshPerson(stage)
  const started = await checkOut(client, await aCart(stage, client))
  await handOver(client, started.body.data.id, { method: 'invoice' })
  return (await untilEnded(client, started.body.data.id)).payment.id
}

const anAssortment = async ({ ours, operator }: Stage): Promise<string> => {
  const draft = { name: 'Less', companyIds: [ours.companyId] }
  return (await operator.post('/api/v1/assortments', draft)).body.data.id
}

/** A file that is still on its way. */
async function anUpload({ world }: Stage): Promise<string> {
  const { database } = world.parts.platform
  const companyId = await aCompany(database, { supplier: true })
  const id = newId('imp', new Date())
  await sql`
    insert into imports.imports (company_id, id, state, available_at, options, started_by, created_at)
    values (${companyId}, ${id}, 'RECEIVING', now(), '{"replace": false}', 'usr_1', now())
  `.execute(database.pool)
  return id
}

async function anApiKey({ ours }: Stage): Promise<string> {
  const key = { name: 'ERP', scopes: ['orders:read'] }
  return (await ours.admin.post('/api/v1/api-keys', key)).body.data.id
}

async function anApp({ ours }: Stage): Promise<string> {
  return (await ours.admin.post('/api/v1/oauth-apps', app)).body.data.id
}

const app = {
  name: 'Reports',
  type: 'confidential',
  redirectUris: ['https://reports.example.com/callback'],
  scopes: ['orders:read'],
}

const anAddress = () => `someone-${newId('usr', new Date()).slice(-10)}@example.com`

async function anEnrolment(stage: Stage) {
  const person = await aFreshPerson(stage)
  const { secret } = (await person.client.post('/auth/factors/totp')).body.data
  const totp = new TOTP({ secret })
  return { ...person, totp }
}

async function anExport(stage: Stage) {
  const { client } = await aFreshPerson(stage)
  const { id } = (await client.post('/auth/privacy/export')).body.data
  await stage.world.parts.modules.privacy.prepareExport(id)
  return { client, id }
}

async function aSynonymGroup({ operator }: Stage): Promise<string> {
  const group = { words: [newId('syn', new Date()), 'screwdriver'] }
  return (await operator.post('/admin/catalog/synonyms', group)).body.data.id
}

/** How each of the others is done well once. */
export const plays: Readonly<Record<string, Play>> = {
  'POST /api/v1/price-lists': async ({ world, operator }, send) =>
    send(operator, 'POST', '/api/v1/price-lists', {
      supplierId: await aCompany(world.parts.platform.database, { supplier: true }),
      name: 'Framework',
      currency: 'EUR',
    }),
  'PATCH /api/v1/price-lists/:priceListId': async (stage, send) =>
    send(stage.operator, 'PATCH', `/api/v1/price-lists/${(await aPriceList(stage)).id}`, {
      discounts: [{ by: 'all', percent: '5' }],
    }),
  'DELETE /api/v1/price-lists/:priceListId': async (stage, send) =>
    send(stage.operator, 'DELETE', `/api/v1/price-lists/${(await aPriceList(stage)).id}`),
  'PUT /api/v1/price-lists/:priceListId/entries': async (stage, send) => {
    const { id, product } = await aPriceList(stage)
    return send(stage.operator, 'PUT', `/api/v1/price-lists/${id}/entries`, {
      entries: [{ productId: product.id, unitPrice: '1.5' }],
    })
  },
  'POST /api/v1/assortments': ({ operator }, send) =>
    send(operator, 'POST', '/api/v1/assortments', { name: 'Less', excluded: { brands: ['HP'] } }),
  'PATCH /api/v1/assortments/:assortmentId': async (stage, send) =>
    send(stage.operator, 'PATCH', `/api/v1/assortments/${await anAssortment(stage)}`, {
      name: 'Little',
    }),
  'DELETE /api/v1/assortments/:assortmentId': async (stage, send) =>
    send(stage.operator, 'DELETE', `/api/v1/assortments/${await anAssortment(stage)}`),
  ...contractPlays,
  'PUT /api/v1/llm/limits': ({ ours, operator }, send) =>
    send(operator, 'PUT', '/api/v1/llm/limits', {
      companyId: ours.companyId,
      provider: 'A',
      model: 'gpt-5',
      dailyTokens: 1_000_000_000,
    }),
  ...automationPlays,
  ...orderPlays,
  ...creditPlays,
  ...budgetPlays,
  ...approvalPlays,
  'POST /api/v1/payments/:paymentId/capture': async (stage, send) =>
    send(stage.ours.buyer, 'POST', `/api/v1/payments/${await aPromise(stage)}/capture`),
  'POST /api/v1/payments/:paymentId/void': async (stage, send) => {
    const { client } = await aFreshPerson(stage)
    const started = await checkOut(client, await aCart(stage, client))
    const handed = await handOver(client, started.body.data.id)
    return send(stage.ours.buyer, 'POST', `/api/v1/payments/${handed.body.data.payment.id}/void`)
  },
  'POST /api/v1/payments/:paymentId/refunds': async (stage, send) => {
    const { client } = await aFreshPerson(stage)
    const bought = await buyByCard(client, await aCart(stage, client))
    return send(stage.operator, 'POST', `/api/v1/payments/${bought.payment.id}/refunds`)
  },
  'POST /api/v1/catalog/imports': async ({ world, operator }, send) => {
    const supplierId = await aCompany(world.parts.platform.database, { supplier: true })
    const product = { sku: 'A-1', name: 'Hexagon bolt', price: '0.10', currency: 'EUR' }
    return send(operator, 'POST', `/api/v1/catalog/imports?supplierId=${supplierId}`, product)
  },
  'POST /api/v1/catalog/imports/:importId/cancel': async (stage, send) =>
    send(stage.operator, 'POST', `/api/v1/catalog/imports/${await anUpload(stage)}/cancel`),
  'POST /api/v1/api-keys': ({ ours }, send) =>
    send(ours.admin, 'POST', '/api/v1/api-keys', { name: 'ERP', scopes: ['orders:read'] }),
  'PATCH /api/v1/api-keys/:keyId': async (stage, send) =>
    send(stage.ours.admin, 'PATCH', `/api/v1/api-keys/${await anApiKey(stage)}`, { name: 'New' }),
  'DELETE /api/v1/api-keys/:keyId': async (stage, send) =>
    send(stage.ours.admin, 'DELETE', `/api/v1/api-keys/${await anApiKey(stage)}`),
  'POST /api/v1/api-keys/:keyId/rotate': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/api-keys/${await anApiKey(stage)}/rotate`, {}),
  'POST /api/v1/oauth-apps': ({ ours }, send) =>
    send(ours.admin, 'POST', '/api/v1/oauth-apps', app),
  'PATCH /api/v1/oauth-apps/:appId': async (stage, send) =>
    send(stage.ours.admin, 'PATCH', `/api/v1/oauth-apps/${await anApp(stage)}`, { name: 'New' }),
  'DELETE /api/v1/oauth-apps/:appId': async (stage, send) =>
    send(stage.ours.admin, 'DELETE', `/api/v1/oauth-apps/${await anApp(stage)}`),
  'POST /api/v1/oauth-apps/:appId/rotate-secret': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/oauth-apps/${await anApp(stage)}/rotate-secret`, {}),
  'PATCH /api/v1/me': async (stage, send) =>
    send((await aFreshPerson(stage)).client, 'PATCH', '/api/v1/me', { locale: 'fr' }),
  'PATCH /api/v1/company/number-series/:kind': ({ ours }, send) =>
    send(ours.admin, 'PATCH', '/api/v1/company/number-series/ORDER', { prefix: 'BE-' }),
  'PATCH /api/v1/company/order-tolerances': ({ ours }, send) =>
    send(ours.admin, 'PATCH', '/api/v1/company/order-tolerances', { daysLater: 5 }),
  'PATCH /api/v1/company/calendar': ({ ours }, send) =>
    send(ours.admin, 'PATCH', '/api/v1/company/calendar', { workingDays: ['MON'] }),
  'PATCH /api/v1/company': ({ ours }, send) =>
    send(ours.admin, 'PATCH', '/api/v1/company', { vatId: 'DE123456789' }),
  'PATCH /api/v1/members/:userId': async (stage, send) =>
    send(stage.ours.admin, 'PATCH', `/api/v1/members/${(await aFreshPerson(stage)).id}`, {
      roles: ['approver'],
    }),
  'DELETE /api/v1/members/:userId': async (stage, send) =>
    send(stage.ours.admin, 'DELETE', `/api/v1/members/${(await aFreshPerson(stage)).id}`),
  'POST /api/v1/members/:userId/erase': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/members/${(await aFreshPerson(stage)).id}/erase`),
  'POST /admin/people/:userId/erase': async (stage, send) =>
    send(stage.operator, 'POST', `/admin/people/${(await aFreshPerson(stage)).id}/erase`),
  'POST /api/v1/members/:userId/end-sessions': async (stage, send) =>
    send(
      stage.ours.admin,
      'POST',
      `/api/v1/members/${(await aFreshPerson(stage)).id}/end-sessions`,
    ),
  'POST /admin/people/:userId/lock': async (stage, send) =>
    send(stage.operator, 'POST', `/admin/people/${(await aFreshPerson(stage)).id}/lock`, {}),
  'POST /admin/people/:userId/unlock': async (stage, send) => {
    const { id } = await aFreshPerson(stage)
    await stage.operator.post(`/admin/people/${id}/lock`, {})
    return send(stage.operator, 'POST', `/admin/people/${id}/unlock`)
  },
  'POST /api/v1/invitations': ({ ours }, send) =>
    send(ours.admin, 'POST', '/api/v1/invitations', { email: anAddress(), roles: ['buyer'] }),
  'DELETE /api/v1/invitations/:invitationId': async ({ ours }, send) => {
    const invitation = { email: anAddress(), roles: ['buyer'] }
    const { id } = (await ours.admin.post('/api/v1/invitations', invitation)).body.data
    return send(ours.admin, 'DELETE', `/api/v1/invitations/${id}`)
  },
  'POST /admin/operators': ({ operator }, send) =>
    send(operator, 'POST', '/admin/operators', { email: anAddress() }),
  'POST /admin/companies': ({ operator }, send) =>
    send(operator, 'POST', '/admin/companies', {
      name: 'New GmbH',
      currency: 'EUR',
      country: 'DE',
    }),
  'PATCH /admin/companies/:companyId': async ({ operator, world }, send) =>
    send(operator, 'PATCH', `/admin/companies/${(await world.company()).companyId}`, {
      name: 'Renamed GmbH',
    }),
  'POST /admin/catalog/synonyms': ({ operator }, send) =>
    send(operator, 'POST', '/admin/catalog/synonyms', { words: ['beamer', 'video projector'] }),
  'PATCH /admin/catalog/synonyms/:synonymsId': async (stage, send) =>
    send(stage.operator, 'PATCH', `/admin/catalog/synonyms/${await aSynonymGroup(stage)}`, {
      alsoFind: ['tool'],
    }),
  'DELETE /admin/catalog/synonyms/:synonymsId': async (stage, send) =>
    send(stage.operator, 'DELETE', `/admin/catalog/synonyms/${await aSynonymGroup(stage)}`),
  'POST /notifications/incident-alerts/test': ({ operator }, send) =>
    send(operator, 'POST', '/notifications/incident-alerts/test'),
  'POST /notifications/incident-alerts/replay-dead-letter': ({ operator }, send) =>
    send(operator, 'POST', '/notifications/incident-alerts/replay-dead-letter?limit=5'),
  'POST /notifications/incidents/:incidentId/silence': async (stage, send) =>
    send(stage.operator, 'POST', `/notifications/incidents/${await anIncident(stage)}/silence`, {
      minutes: 60,
      note: 'Somebody works on it.',
    }),
  'POST /notifications/incidents/:incidentId/resolve': async (stage, send) =>
    send(stage.operator, 'POST', `/notifications/incidents/${await anIncident(stage)}/resolve`, {
      note: 'Booked by hand.',
    }),
  ...adPlays,
  ...invoicePlays,
  ...jobPlays,
  ...ratePlays,
  ...setAsidePlays,
  ...poisonPlays,
  ...stockPlays,
  ...crawlPlays,
  ...offerPlays,
  ...imagePlays,
  ...requisitionPlays,
  ...standingOrderPlays,
  ...shoppingPlays,
  ...structurePlays,
  ...supportPlays,
  ...totalsPlays,
  ...webhookPlays,
  ...operatorPlays,
  'POST /auth/company': async (stage, send) =>
    send((await aFreshPerson(stage)).client, 'POST', '/auth/company', {
      companyId: stage.ours.companyId,
    }),
  'POST /auth/login': async (stage, send) => {
    const { email, password } = await aFreshPerson(stage)
    return send(stage.world.anybody, 'POST', '/auth/login', { email, password })
  },
  'POST /auth/step-up': async (stage, send) => {
    const { client, password } = await aFreshPerson(stage)
    return send(client, 'POST', '/auth/step-up', { password })
  },
  'DELETE /auth/sessions/:sessionId': async (stage, send) => {
    const { client, email, password } = await aFreshPerson(stage)
    await stage.world.anybody.post('/auth/login', { email, password })
    const sessions = (await client.get('/auth/sessions')).body.data as {
      id: string
      current: boolean
    }[]
    const other = sessions.find(({ current }) => !current)
    return send(client, 'DELETE', `/auth/sessions/${other?.id}`)
  },
  'POST /auth/sessions/revoke-others': async (stage, send) => {
    const { client, email, password } = await aFreshPerson(stage)
    await stage.world.anybody.post('/auth/login', { email, password })
    return send(client, 'POST', '/auth/sessions/revoke-others')
  },
  'POST /auth/password/change': async (stage, send) => {
    const { client, password } = await aFreshPerson(stage)
    return send(client, 'POST', '/auth/password/change', {
      currentPassword: password,
      newPassword: `another sentence ${aKey()}`,
    })
  },
  'POST /auth/factors/totp/confirm': async (stage, send) => {
    const { client, totp } = await anEnrolment(stage)
    return send(client, 'POST', '/auth/factors/totp/confirm', { totp: totp.generate() })
  },
  'DELETE /auth/factors/totp': async (stage, send) => {
    const { client, totp } = await anEnrolment(stage)
    await client.post('/auth/factors/totp/confirm', { totp: totp.generate() })
    return send(client, 'DELETE', '/auth/factors/totp')
  },
  'POST /auth/factors/recovery-codes': async (stage, send) => {
    const { client, totp } = await anEnrolment(stage)
    await client.post('/auth/factors/totp/confirm', { totp: totp.generate() })
    return send(client, 'POST', '/auth/factors/recovery-codes')
  },
  'POST /auth/privacy/export': async (stage, send) =>
    send((await aFreshPerson(stage)).client, 'POST', '/auth/privacy/export'),
  'POST /auth/privacy/exports/:exportId/link': async (stage, send) => {
    const { client, id } = await anExport(stage)
    return send(client, 'POST', `/auth/privacy/exports/${id}/link`)
  },
}
