import type { Call, Credential } from './call.ts'
import { expect, type Scene } from './scene.ts'
import type { ProductAnswer, StandingOrderAnswer } from './shapes.ts'
import { shipTo } from './ship-to.ts'

const url = '/api/v1/standing-orders'

/** The same goods again and again: a schedule, its next dates, one of them skipped, and the end. */
export async function standingOrder(
  scene: Scene,
  call: Call,
  as: Credential,
  product: ProductAnswer,
): Promise<void> {
  const post = (path: string, body: object, expects = 200) =>
    call<StandingOrderAnswer>('POST', `${url}${path}`, { as, body, expects })
  const datesOf = ({ nextDates }: StandingOrderAnswer) => nextDates.map(({ placedOn }) => placedOn)
  const { data: created } = await scene.step(
    'Order it every second Monday from 2031 on',
    () =>
      post(
        '',
        {
          name: 'Cables for the workshop',
          lines: [{ productId: product.id, quantity: Math.max(2, product.price.moq) }],
          schedule: { every: 2, unit: 'WEEK', on: 1, from: '2031-01-01' },
          shipTo,
          maxTotal: { amount: '500.00', currency: 'EUR' },
          payment: { method: 'invoice' },
        },
        201,
      ),
    ({ data }) => `${data.state}; the next are placed on ${datesOf(data).slice(0, 2).join(', ')}`,
  )
  const [first] = created.nextDates
  expect(first !== undefined, 'the standing order has no next date')
  await scene.step(
    'Skip the first date',
    () => post(`/${created.id}/skip`, { date: first.date }),
    ({ data }) => `the next is placed on ${datesOf(data)[0]}`,
  )
  await scene.step(
    'End the standing order',
    () => post(`/${created.id}/end`, {}),
    ({ data }) => data.state,
  )
}
