import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import type { Client } from './client.ts'
import { aKey } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

/** Each mail goes through the worker and real SMTP to the mailbox of the sandbox. */
const world = await useWorld()
const ours = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)

it('the person who ordered reads what was removed, and the approvers are asked about what is left', async () => {
  const steps = [{ mode: 'ANY', role: 'approver', mayReduce: true }]
  await ours.admin.post('/api/v1/approval-rules', { name: 'All', steps })
  const product = { unitPrice: '100.00', onHand: 50 }
  const { id: productId } = await aProduct(world.parts.platform.database, product)
  const order = { lines: [{ productId, quantity: 5 }], shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  const { id: orderId, number } = placed.body.data.order
  const [request] = (await ours.buyer.get(`/api/v1/approvals?orderId=${orderId}`)).body.data
  const asked = (amount: string) =>
    expect.stringContaining(`your approval: ${number}, ${amount} EUR`)
  const [buyer, approver] = [await emailOf(ours.buyer), await emailOf(ours.approver)]
  await expect.poll(() => subjectsTo(approver), patience).toContainEqual(asked('500.00'))

  const reduced = await ours.approver.post(`/api/v1/approvals/${request.id}/reduce`, {
    contentHash: request.contentHash,
    lines: [{ lineNumber: 1, quantity: 2 }],
    reason: 'Two will do.',
  })
  expect(reduced.status, JSON.stringify(reduced.body)).toBe(200)
  await expect.poll(() => subjectsTo(approver), patience).toContainEqual(asked('200.00'))
  const subject = `An approver lowered your order ${number} to 200.00 EUR`
  await expect.poll(() => subjectsTo(buyer), patience).toContain(subject)
  const letter = (await mailsTo(buyer)).find((mail) => mail.subject === subject)
  expect(letter?.text).toContain('3 x ')
  expect(letter?.text).toContain('Two will do.')
})

const patience = { timeout: 60_000 }

const emailOf = async (client: Client): Promise<string> =>
  (await client.get('/api/v1/me')).body.data.person.email

const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)

async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(address)}`
  const { messages } = (await (await fetch(url)).json()) as {
    messages: { subject: string; text: string }[]
  }
  return messages
}
