import type { Client, Envelope } from './client.ts'

/** What operators see of the whole service: to be polled, because a busy machine may not answer for a part of it in time. */
export async function operations(operator: Client): Promise<Envelope> {
  return (await operator.get('/health/ops')).body
}
