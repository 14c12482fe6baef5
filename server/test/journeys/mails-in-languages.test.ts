import { afterAll, beforeEach, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aReceiver } from '#testing/webhooks'
import { aKey } from './client.ts'
import { buyByCard, checkOut, fillCart, giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

/** Each mail goes through the worker and real SMTP to the mailbox of the sandbox. */
const world = await useWorld()
const { database } = world.parts.platform
const receiver = await aReceiver()
afterAll(() => receiver.close())

let ours: CompanyOfWorld
let admin: string
let buyer: string

beforeEach(async () => {
  ours = await world.company()
  const emailOf = async (client: CompanyOfWorld['admin']) =>
    (await client.get('/api/v1/me')).body.data.person.email as string
  admin = await emailOf(ours.admin)
  buyer = await emailOf(ours.buyer)
})

/** German by the setting of the person, French by that of the company. */
const languages = ['de', 'fr'] as const
type Language = (typeof languages)[number]

async function speak(language: Language): Promise<void> {
  if (language === 'fr') await ours.admin.patch('/api/v1/company', { locale: 'fr' })
  else {
    for (const client of [ours.admin, ours.buyer])
      await client.patch('/api/v1/me', { locale: 'de' })
  }
}

it.each([
  ['de', 'Der Webhook „ERP“ wurde deaktiviert', 'Der Empfänger hat geantwortet'],
  ['fr', 'Le webhook « ERP » a été désactivé', 'Le destinataire a répondu'],
] as const)(
  'administrators read that a webhook was disabled: %s',
  async (language, subject, text) => {
    await speak(language)
    receiver.answers({ status: 410 })
    const webhook = { name: 'ERP', url: receiver.url, events: ['order.*'] }
    expect((await ours.integration.post('/api/v1/webhooks', webhook)).status).toBe(200)
    await anOrder()
    expect(await mailTo(admin, subject)).toContain(text)
  },
)

it.each([
  ['de', 'Läufe von „New orders“ werden zurückgehalten', 'zu order.created von'],
  ['fr', 'Des exécutions de « New orders » sont retenues', 'pour order.created de'],
] as const)(
  'administrators read what an automation sends, and that runs are held: %s',
  async (language, subject, text) => {
    await speak(language)
    const created = await ours.admin.post('/api/v1/automations', {
      name: 'New orders',
      trigger: { event: 'order.created' },
      actions: [{ type: 'notify', subject: 'Neu', message: 'Look.', by: ['email'] }],
      limits: { runsPerMinute: 1 },
      state: 'ACTIVE',
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    await anOrder()
    await anOrder()
    expect(await mailTo(admin, 'Neu')).toContain(text)
    expect(await mailTo(admin, subject)).toContain(created.body.data.id)
  },
)

it.each([
  ['de', 'Die Automatisierung „New orders“ ist pausiert', 'Von den letzten 20 Läufen'],
  ['fr', 'L’automatisation « New orders » est en pause', 'Sur les 20 dernières exécutions'],
] as const)(
  'administrators read that an automation whose runs are given up is paused: %s',
  async (language, subject, text) => {
    await speak(language)
    // Nobody approves an order of their own.
    const { body } = await ours.admin.post('/api/v1/automations', {
      name: 'New orders',
      trigger: { event: 'order.created' },
      actions: [{ type: 'approve_order' }],
      state: 'ACTIVE',
    })
    const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
    expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    await anOrder(ours.admin)
    await expect.poll(() => failedRuns(body.data.id), { timeout: 60_000 }).toBe(1)
    // So many have gone to dead letters before.
    await sql`
      insert into automations.runs
      select (jsonb_populate_record(r, jsonb_build_object('state', 'DEAD_LETTERED',
        'id', r.id || n, 'event_id', r.event_id || n))).*
      from automations.runs r, generate_series(1, 18) as n
      where r.company_id = ${ours.companyId} and r.automation_id = ${body.data.id}
    `.execute(database.pool)
    await anOrder(ours.admin)
    expect(await mailTo(admin, subject)).toContain(text)
  },
)

it.each([
  ['de', 'Ihre Bestellung', 'über 2,50 EUR ist aufgegeben', 'Ihr Bestellvorgang über 2,50 EUR'],
  ['fr', 'Votre commande', 'de 2,50 EUR est passée', 'Votre validation de panier de 2,50 EUR'],
] as const)(
  'buyers read that their order is placed, and that a colleague cancelled their checkout: %s',
  async (language, beginning, end, cancelled) => {
    await speak(language)
    const { id: productId } = await aProduct(database)
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    await buyByCard(ours.buyer, version)
    expect(await mailTo(buyer, beginning)).toContain('2,50')
    expect(await subjectsTo(buyer)).toEqual([expect.stringMatching(new RegExp(`${end}$`))])

    const again = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const { body } = await checkOut(ours.buyer, again)
    await ours.admin.post(`/api/v1/checkout/${body.data.id}/cancel`, {})
    expect(await mailTo(buyer, cancelled)).toContain(body.data.id)
  },
)

it.each([
  ['de', 'Der API-Schlüssel „Till“ läuft in 7 Tagen ab', /läuft am \d+\. [A-Za-zä]+ 20\d\d ab/],
  ['fr', 'La clé d’API « Till » expire dans 7 jours', /expire le \d+ [a-zéû]+ 20\d\d/],
] as const)('keepers read that an API key expires: %s', async (language, subject, text) => {
  await speak(language)
  const expiresAt = new Date(Date.now() + 6 * 86_400_000).toISOString()
  const key = { name: 'Till', scopes: ['orders:read'], expiresAt }
  expect((await ours.admin.post('/api/v1/api-keys', key)).status).toBe(201)
  await sql`
    update platform.schedules set available_at = now() where name = 'identity.warn_of_expiring_keys_hourly'
  `.execute(database.pool)
  expect(await mailTo(admin, subject)).toMatch(text)
})

async function anOrder(by = ours.buyer): Promise<void> {
  const { id: productId } = await aProduct(database)
  await giveCredit(world, ours.companyId)
  const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
  const { status, body } = await by.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
}

async function failedRuns(automationId: string): Promise<number> {
  const { body } = await ours.admin.get(`/api/v1/automations/${automationId}/runs`)
  return body.data.filter(({ state }: { state: string }) => state === 'FAILED').length
}

type Mail = { readonly subject: string; readonly text: string }

async function mailsTo(email: string): Promise<readonly Mail[]> {
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
  return ((await (await fetch(url)).json()) as { messages: Mail[] }).messages
}

const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)

/** The text of the mail whose subject begins so, once it has arrived. */
async function mailTo(email: string, subject: string): Promise<string> {
  const find = async () => (await mailsTo(email)).find((mail) => mail.subject.startsWith(subject))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return (await find())?.text ?? ''
}
