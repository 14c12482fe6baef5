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
