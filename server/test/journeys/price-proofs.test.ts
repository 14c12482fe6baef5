import { beforeEach, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { anAccountBrowser } from './account-browser.ts'
import { codeOf } from './approvals-client.ts'
import type { Client } from './client.ts'
import { giveCredit } from './purchase.ts'
import { aLetter, aSubmitted, letter } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const url = '/api/v1/requisitions'
const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const agreed = { price: { amount: '12.00', currency: 'EUR' }, note: 'By letter.' }
let ours: CompanyOfWorld
let productId: string
let lineId: string
let requisitionId: string

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
  productId = (
    await aProduct(database, {
      supplierCompanyId: supplier.companyId,
      unitPrice: '15.00',
      onHand: 50,
    })
  ).id
  requisitionId = await aSubmitted(ours.approver, [{ what: 'A desk', quantity: 2 }])
  lineId = (await linesOf())[0].id
})

it('the proofs of a negotiated price follow the order, for the company and never for the supplier', async () => {
  const proof = await aLetter(ours.buyer)
  const sourced = await source({ productId, ...agreed, attachmentIds: [proof] })
  expect(sourced.status, JSON.stringify(sourced.body)).toBe(200)
  const [{ attachments, sourcing }] = sourced.body.data.lines
  expect(attachments).toEqual([])
  expect(sourcing.attachments).toMatchObject([{ id: proof, name: 'letter.pdf' }])

  const converted = await ours.buyer.post(`${url}/${requisitionId}/convert`, {})
  const { orderId, number } = converted.body.data
  const prices = `/api/v1/orders/${orderId}/negotiated-prices`
  const operator = await world.operator()
  const forOperators = prices.replace('/api/v1', `/admin/companies/${ours.companyId}`)
  const readers = [
    [ours.buyer, prices],
    [ours.approver, prices],
    [operator, forOperators],
  ] as const
  for (const [reader, at] of readers) {
    expect((await reader.get(at)).body.data).toEqual([
      { requisitionId, requisitionNumber: number, lineId, what: 'A desk', sourcing },
    ])
    const file = await download(reader, `${at}/attachments/${proof}`)
    expect([file.status, file.bytes]).toEqual([200, letter])
  }
  const stranger = await world.company()
  for (const client of [supplier.admin, supplier.buyer, stranger.admin]) {
    expect(codeOf(await client.get(prices))).toBe('orders.order_not_found')
    expect((await download(client, `${prices}/attachments/${proof}`)).status).toBe(404)
  }

  // What was ordered keeps its proof.
  const other = await aLetter(ours.buyer)
  const late = await source({ productId, ...agreed, attachmentIds: [other] })
  expect(codeOf(late)).toBe('requisitions.not_in_state')
  const none = await ours.buyer.get(`${prices}/attachments/${other}`)
  expect(codeOf(none)).toBe('requisitions.attachment_not_found')

  const reader = await aPerson(database, { companyId: ours.companyId, role: 'buyer' })
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(reader)
  const link = `/account/orders/${orderId}/negotiated-prices/${proof}`
  const page = await browser.get(`/account/orders/${orderId}`)
  expect(page.html).toContain(`href="${link}">letter.pdf</a>`)
  expect(page.html).toContain('Negotiated price: By letter.')
  const opened = await browser.get(link)
  expect([opened.status, opened.html]).toEqual([200, letter.toString()])
})

it('a second sourcing keeps the files that it names, and leaves the others', async () => {
  const [kept, left] = [await aLetter(ours.buyer), await aLetter(ours.buyer)]
  await source({ productId, ...agreed, attachmentIds: [kept, left] })
  const again = await source({ productId, ...agreed, attachmentIds: [kept] })
  expect(again.body.data.lines[0].sourcing.attachments).toMatchObject([{ id: kept }])
  expect((await ours.buyer.get(`${url}/${requisitionId}/attachments/${left}`)).status).toBe(404)
  const without = await source({ productId })
  expect(without.body.data.lines[0].sourcing.attachments).toEqual([])
})

it('files need a price, a price needs files and a note, and the files are those of the buyer', async () => {
  const proof = await aLetter(ours.buyer)
  const incomplete = 'requisitions.sourcing_incomplete'
  const incompletes = [
    { productId, attachmentIds: [proof] },
    { productId, ...agreed },
    { productId, ...agreed, attachmentIds: [] },
    { productId, price: agreed.price, attachmentIds: [proof] },
    { supplierId: supplier.companyId, ...agreed },
  ]
  for (const one of incompletes) expect(codeOf(await source(one))).toBe(incomplete)
  const unknown = 'requisitions.attachments_unknown'
  const foreign = await aLetter(ours.approver)
  for (const id of [foreign, 'att_none']) {
    const refused = await source({ productId, ...agreed, attachmentIds: [proof, id] })
    expect([codeOf(refused), refused.body.meta.details]).toEqual([unknown, { attachmentIds: [id] }])
  }
  expect((await linesOf())[0].sourcing).toBeUndefined()

  // A requester cannot take the proof of a buyer for a line.
  await source({ productId, ...agreed, attachmentIds: [proof] })
  await ours.buyer.post(`${url}/${requisitionId}/return`, { comment: 'Which colour?' })
  const lines = [{ what: 'A red desk', quantity: 2, attachmentIds: [proof] }]
  const taken = await ours.approver.patch(`${url}/${requisitionId}`, { lines })
  expect(codeOf(taken)).toBe(unknown)
})

it('a file proves one of the prices for which it is named at once', async () => {
  const proof = await aLetter(ours.buyer)
  const ids = [requisitionId, await aSubmitted(ours.approver, [{ what: 'A desk', quantity: 1 }])]
  const answers = await Promise.all(
    ids.map(async (id) => {
      const [line] = (await ours.buyer.get(`${url}/${id}`)).body.data.lines
      const sourcing = { productId, ...agreed, attachmentIds: [proof] }
      return ours.buyer.put(`${url}/${id}/lines/${line.id}/sourcing`, sourcing)
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

const source = (sourcing: object) =>
  ours.buyer.put(`${url}/${requisitionId}/lines/${lineId}/sourcing`, sourcing)

const linesOf = async () => (await ours.buyer.get(`${url}/${requisitionId}`)).body.data.lines

async function download({ headers }: Client, path: string) {
  const answer = await fetch(`${world.baseUrl}${path}`, { headers })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
