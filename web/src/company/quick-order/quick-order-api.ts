import { api, type Cart } from '../api.ts'

export type MatchedLine = Awaited<ReturnType<typeof matchLines>>[number]

/** A line of the pasted text with the product that the person takes for it. */
export type TakenLine = { readonly productId: string; readonly quantity: number }

export async function matchLines(text: string) {
  return (await api.post('/api/v1/products/match', { body: { text } })).data
}

/** As many as one request takes. */
const batchMax = 100

/** Puts every line into the cart that can be put there, and says why the others cannot. */
export async function addItems(taken: readonly TakenLine[]) {
  let added = 0
  const notAdded = []
  let cart: Cart | undefined
  for (let from = 0; from < taken.length; from += batchMax) {
    const items = taken.slice(from, from + batchMax)
    const { data } = await api.post('/api/v1/cart/items/batch', { body: { items } })
    added += data.added
    notAdded.push(...data.notAdded)
    cart = data.cart
  }
  return { added, notAdded, cart }
}
