import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Credential } from './call.ts'
import { expect, type Scene } from './scene.ts'
import type { CartAnswer, ProductAnswer } from './shapes.ts'

type SessionAnswer = {
  readonly id: string
  readonly state: string
  readonly briefVersion: number
  readonly brief: {
    readonly items: readonly {
      readonly what?: { readonly value: string }
      readonly quantity?: { readonly value: string; readonly method: string }
    }[]
  }
  readonly matches: readonly {
    readonly best: ProductAnswer | null
    readonly alternatives: readonly ProductAnswer[]
  }[]
}

type Answer = {
  readonly reply: { readonly text: string } | null
  readonly session: SessionAnswer
}

const url = '/api/v1/chat/sessions'

/** A chat that ends in a confirmed brief, and in a cart with its matches. */
export async function chat(scene: Scene, call: Call, as: Credential): Promise<void> {
  const { data: session } = await scene.step(
    'Start a chat',
    () => call<SessionAnswer>('POST', url, { as, body: {}, expects: 201 }),
    ({ data }) => `${data.id}: ${data.state}`,
  )
  const path = `${url}/${session.id}`
  await say(scene, call, as, path, 'We need 12 keyboards and 30 patch cables')
  const { session: answered } = await say(scene, call, as, path, 'To Hamburg, by 30 June 2030')
  await correct(scene, call, as, path, answered.briefVersion)
  await scene.step(
    'Confirm the brief, twice',
    async () => {
      const one = await call<{ searches: object[] }>('POST', `${path}/confirm`, { as, body: {} })
      const two = await call('POST', `${path}/confirm`, { as, body: {} })
      expect(JSON.stringify(one.data) === JSON.stringify(two.data), 'the answers differ')
      return one.data
    },
    ({ searches }) => `${searches.length} searches, and the same answer both times`,
  )
  const final = await seeMatches(scene, call, as, path)
  await putIntoCart(scene, call, as, path, final)
}

async function say(
  scene: Scene,
  call: Call,
  as: Credential,
  path: string,
  text: string,
): Promise<Answer> {
  const { data } = await scene.step(
    `Say “${text}”`,
    async () => {
      const sent = await call<Answer>('POST', `${path}/messages`, {
        as,
        body: { text },
        expects: 201,
      })
      expect(sent.data.reply !== null, `there is no reply: ${sent.data.session.state}`)
      return sent
    },
    (answer) => `“${answer.data.reply?.text}”`,
  )
  return data
}

async function correct(
  scene: Scene,
  call: Call,
  as: Credential,
  path: string,
  expectedVersion: number,
): Promise<void> {
  await scene.step(
    'Correct the brief by hand',
    async () => {
      const edit = { expectedVersion, items: [{ item: 0, quantity: '15' }] }
      const { data } = await call<SessionAnswer>('PATCH', `${path}/brief`, { as, body: edit })
      return data.brief.items
    },
    (items) =>
      items
        .map(({ what, quantity }) => `${quantity?.value} × ${what?.value} (${quantity?.method})`)
        .join(', '),
  )
}

const patienceMs = 20_000

async function seeMatches(
  scene: Scene,
  call: Call,
  as: Credential,
  path: string,
): Promise<SessionAnswer> {
  return scene.step(
    'See the matches',
    async () => {
      const until = performance.now() + patienceMs
      while (performance.now() < until) {
        const { data } = await call<SessionAnswer>('GET', path, { as })
        if (data.state === 'FINALIZED') return data
        await wait(50)
      }
      throw new Error('the searches did not end in time')
    },
    ({ matches }) =>
      matches
        .map(
          ({ best, alternatives }) =>
            `${best?.name ?? 'no match'}, ${alternatives.length} alternatives`,
        )
        .join('; '),
  )
}

async function putIntoCart(
  scene: Scene,
  call: Call,
  as: Credential,
  path: string,
  { matches }: SessionAnswer,
): Promise<void> {
  const choices = matches.flatMap(({ best }, item) =>
    best ? [{ item, productId: best.id, quantity: Math.max(15, best.price.moq) }] : [],
  )
  expect(choices.length > 0, 'no item has a match')
  await emptyCart(call, as)
  await scene.step(
    'Put the best matches into the cart',
    async () => {
      const { data } = await call<{ lines: { added: boolean }[]; cart: CartAnswer }>(
        'POST',
        `${path}/cart`,
        { as, body: { choices } },
      )
      expect(
        data.lines.every(({ added }) => added),
        JSON.stringify(data.lines),
      )
      return data.cart
    },
    ({ items }) => items.map(({ quantity, product }) => `${quantity} × ${product.mpn}`).join(', '),
  )
}

async function emptyCart(call: Call, as: Credential): Promise<void> {
  const { data: cart } = await call<CartAnswer>('GET', '/api/v1/cart', { as })
  if (cart.items.length === 0) return
  await call('DELETE', `/api/v1/cart?expectedSnapshotVersion=${cart.snapshotVersion}`, { as })
}
