import { expect } from 'vitest'
import type { Client } from './client.ts'
import { shipTo } from './purchase.ts'

/** The id of a requisition that its requester has submitted. */
export async function aSubmitted(
  requester: Client,
  lines: readonly object[],
  more: object = { shipTo },
): Promise<string> {
  const input = { title: 'Things', lines, ...more }
  const { id } = (await requester.post('/api/v1/requisitions', input)).body.data
  const submitted = await requester.post(`/api/v1/requisitions/${id}/submit`, {
    comment: 'Please.',
  })
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(200)
  return id
}

/** What a supplier wrote to a buyer about a price. */
export const letter = Buffer.from('%PDF-1.7\nWe sell the desk for 12.00.')

/** The id of a letter that the person has uploaded and not used. */
export async function aLetter(client: Client): Promise<string> {
  const file = new Blob([new Uint8Array(letter)], { type: 'application/pdf' })
  const address = '/api/v1/requisitions/attachments?name=letter.pdf'
  const { status, body } = await client.post(address, file)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

/** A price that the buyer agreed by hand, with a note and a letter that proves it. */
export async function aNegotiation(buyer: Client, amount = '12.00', currency = 'EUR') {
  const attachmentIds = [await aLetter(buyer)]
  return { price: { amount, currency }, note: 'Ms Olsen agreed by letter.', attachmentIds }
}
