import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { type CartPage, cartPage, cartsPage, type ListedCart, type ShownCart } from '#pages/account'
import { failPlatform, type Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { namesOfMembers } from './decision-routes.ts'
import { idIn } from './record-routes.ts'
import { pageFormConfig, pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'
import { takeStep } from './take-step.ts'
import { assertOwnForm, type Visit } from './visit.ts'

const CartForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  step: Type.Enum(['activate', 'share', 'endShare', 'handOver']),
  memberId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  right: Type.Optional(Type.Enum(['READ', 'EDIT'])),
  version: Type.Optional(Type.String({ pattern: '^[0-9]{1,16}$', maxLength: 16 })),
})

/** The carts of a person: own ones, and those that colleagues share. */
export function addCartRoutes(pages: Http, deps: AccountDeps): void {
  pages.get('/account/carts', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const [carts, names] = await Promise.all([listCarts(visit), namesOfMembers(visit)])
      return sendPage(reply, cartsPage(visit.words, { viewer: visit.viewer, carts, names }))
    }),
  )
  pages.get('/account/carts/:cartId', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => showCart(visit, reply, idIn(request))),
  )
  pages.post('/account/carts/:cartId', pageFormConfig(CartForm), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      assertOwnForm(visit, request.body.formToken)
      const id = idIn(request)
      // A cart that was handed over is no longer the viewer's.
      const isGone = request.body.step === 'handOver'
      return takeStep(reply, () => changeCart(visit, `/api/v1/carts/${id}`, request.body), {
        next: isGone ? '/account/carts' : `/account/carts/${id}`,
        showAgain: ({ message: problem, status }) =>
          showCart(visit, reply, id, { problem, status }),
      })
    }),
  )
}

async function changeCart(
  visit: Visit,
  cart: string,
  form: Static<typeof CartForm>,
): Promise<void> {
  const { step, memberId = '', right = 'READ', version } = form
  const share = `${cart}/shares/${encodeURIComponent(memberId)}`
  if (step === 'activate') await visit.post(`${cart}/activate`, {})
  if (step === 'share') await visit.send('PUT', share, { right })
  if (step === 'endShare') await visit.send('DELETE', share)
  if (step === 'handOver') {
    const handOver = { userId: memberId, expectedSnapshotVersion: Number(version) }
    await visit.post(`${cart}/hand-over`, handOver)
  }
}

async function showCart(
  visit: Visit,
  reply: FastifyReply,
  id: string,
  { problem, status = 200 }: { readonly problem?: string; readonly status?: number } = {},
): Promise<FastifyReply> {
  const [cart, carts, names] = await Promise.all([
    visit.get<ShownCart>(`/api/v1/carts/${id}`),
    listCarts(visit),
    namesOfMembers(visit),
  ])
  const listed = carts.find((one) => one.id === id)
  if (!listed) throw failPlatform('route_not_found')
  const isOwn = listed.right === 'OWN'
  const { shares } = isOwn
    ? await visit.get<Pick<CartPage, 'shares'>>(`/api/v1/carts/${id}/shares`)
    : { shares: [] }
  const page = cartPage(visit.words, { viewer: visit.viewer, listed, cart, shares, names, problem })
  return sendPage(reply, page, { status })
}

/** The newest 100: a person has at most 50 of their own. */
async function listCarts(visit: Visit): Promise<readonly ListedCart[]> {
  return (await visit.list<ListedCart>('/api/v1/carts?limit=100')).items
}
