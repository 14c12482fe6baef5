import type { Call, Credential } from './call.ts'
import { expect, type Scene } from './scene.ts'
import type { ProductAnswer, RequisitionAnswer } from './shapes.ts'
import { shipTo } from './ship-to.ts'

const url = '/api/v1/requisitions'

/** Somebody asks for a thing in words. A buyer finds the product, and one order is made of it. */
export async function requisition(
  scene: Scene,
  call: Call,
  as: Credential,
  product: ProductAnswer,
): Promise<void> {
  const send = (method: 'POST' | 'PUT', path: string, body: object, expects = 200) =>
    call<RequisitionAnswer>(method, `${url}${path}`, { as, body, expects })
  const { data: draft } = await scene.step(
    'Ask for a thing in words',
    () =>
      send(
        'POST',
        '',
        {
          title: 'A cable for the meeting room',
          lines: [
            {
              what: 'A blue patch cable, seven metres or more',
              quantity: Math.max(2, product.price.moq),
              estimate: { amount: '20.00', currency: 'EUR' },
            },
          ],
          shipTo,
        },
        201,
      ),
    ({ data: { number, state, lines } }) => `${number}: ${state}, “${lines[0]?.what}”`,
  )
  const [line] = draft.lines
  expect(line !== undefined, 'the requisition has no line')
  await scene.step(
    'Submit the requisition',
    () => send('POST', `/${draft.id}/submit`, { comment: 'Before the fair, please.' }),
    ({ data: { number, state } }) => `${number}: ${state}`,
  )
  await scene.step(
    'A buyer finds the product for it',
    () => send('PUT', `/${draft.id}/lines/${line.id}/sourcing`, { productId: product.id }),
    ({ data: { state } }) => `${state}: ${product.name}`,
  )
  await scene.step(
    'and makes one order of it, asking twice',
    async () => {
      const [first, second] = await Promise.all(
        [1, 2].map(() => send('POST', `/${draft.id}/convert`, {})),
      )
      expect(first?.data.orderId === second?.data.orderId, 'there are two orders')
      return send('POST', `/${draft.id}/convert`, {})
    },
    ({ data: { state, orderNumber } }) => `${state}: ${orderNumber}, both times`,
  )
}
