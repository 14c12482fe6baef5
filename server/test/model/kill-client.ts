import assert from 'node:assert/strict'
import { aKey, type Client, type Reply } from '../journeys/client.ts'

/** Calls until it is answered. */
export type Asks = (call: (client: Client) => Promise<Reply>) => Promise<Reply>

export const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

/** Repeats it under one key. */
export async function post(asks: Asks, path: string, body: object) {
  const key = aKey()
  const answer = await asks((client) => client.post(path, body, { key }))
  assert(answer.status < 300, JSON.stringify(answer.body))
  return answer.body.data
}
