import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import type { Client } from '../client.ts'
import { giveCredit, shipTo } from '../purchase.ts'
import type { Play, Stage } from './audited-changes.ts'

const url = '/api/v1/standing-orders'
const date = '2031-01-06'
const schedule = { every: 1, unit: 'WEEK', on: 1, from: date }

async function aBody({ world, ours }: Stage): Promise<object> {
  await giveCredit(world, ours.companyId, 100_000n)
  const product = { unitPrice: '5.00', onHand: 50 }
  const { id: productId } = await aProduct(world.parts.platform.database, product)
  return {
    name: 'Coffee',
    lines: [{ productId, quantity: 1 }],
    schedule,
    shipTo,
    maxTotal: { amount: '100.00', currency: 'EUR' },
    payment: { method: 'invoice' },
  }
}

async function aStandingOrder(stage: Stage): Promise<string> {
  const { body } = await stage.ours.buyer.post(url, await aBody(stage))
  return body.data.id
}

const step =
  (name: string, body: object = {}): Play =>
  async (stage, send) =>
    send(stage.ours.buyer, 'POST', `${url}/${await aStandingOrder(stage)}/${name}`, body)

/** A standing order whose first date was refused, and waits for another try. */
async function aRefused(stage: Stage): Promise<string> {
  const id = await aStandingOrder(stage)
  await sql`
    insert into standing.runs
      (company_id, standing_order_id, date, state, try_on, last_try_on, failure_code, failure_message, changed_at)
    values (${stage.ours.companyId}, ${id}, '2030-12-30', 'FAILED', '2031-01-02', '2031-01-03', 'checkout.stock_short', 'x', now())
  `.execute(stage.world.parts.platform.database.pool)
  return id
}

const retry =
  (clientOf: (stage: Stage) => Client, prefixOf: (stage: Stage) => string): Play =>
  async (stage, send) => {
    const path = `${prefixOf(stage)}/standing-orders/${await aRefused(stage)}/retry`
    return send(clientOf(stage), 'POST', path, { date: '2030-12-30' })
  }

/** How a standing order is changed well once. */
export const standingOrderPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/standing-orders': async (stage, send) =>
    send(stage.ours.buyer, 'POST', url, await aBody(stage)),
  'PATCH /api/v1/standing-orders/:standingOrderId': async (stage, send) =>
    send(stage.ours.buyer, 'PATCH', `${url}/${await aStandingOrder(stage)}`, { name: 'Tea' }),
  'POST /api/v1/standing-orders/:standingOrderId/pause': step('pause'),
  'POST /api/v1/standing-orders/:standingOrderId/end': step('end'),
  'POST /api/v1/standing-orders/:standingOrderId/skip': step('skip', { date }),
  'POST /api/v1/standing-orders/:standingOrderId/resume': async (stage, send) => {
    const id = await aStandingOrder(stage)
    await stage.ours.buyer.post(`${url}/${id}/pause`, {})
    return send(stage.ours.buyer, 'POST', `${url}/${id}/resume`, {})
  },
  'POST /api/v1/standing-orders/:standingOrderId/retry': retry(
    ({ ours }) => ours.buyer,
    () => '/api/v1',
  ),
  'POST /admin/companies/:companyId/standing-orders/:standingOrderId/retry': retry(
    ({ operator }) => operator,
    ({ ours }) => `/admin/companies/${ours.companyId}`,
  ),
}
