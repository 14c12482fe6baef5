import assert from 'node:assert/strict'

/** What stands in the provider's own book of one payment of ours: all of its intents, in minor units. */
export type AtProvider = { readonly intents: number; captured: bigint; refunded: bigint }

/** What the payer and the test do at the provider's side. */
export type ProviderDesk = {
  /** A button on the hosted page. */
  press(redirectUrl: string, choice: 'pay' | 'decline'): Promise<void>
  /** Orders a bad day. */
  misbehave(order: Readonly<Record<string, string | number>>): Promise<void>
  behave(): Promise<void>
  /** Takes what was given up, should there be any, and tells of it. */
  captureLate(paymentId: string): Promise<void>
  bookOf(paymentId: string): Promise<AtProvider>
}

type Intent = { readonly captured: string; readonly refunded: string; readonly currency: string }

export function createProviderDesk(url: string, apiKey: string): ProviderDesk {
  const faults = `${url}/payments/test/faults`
  return {
    press: async (redirectUrl, choice) => {
      const answer = await fetch(redirectUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ choice }),
      })
      await answer.arrayBuffer()
      assert(answer.status < 500, `the hosted page answered ${answer.status}`)
    },
    misbehave: async (order) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(faults, { method: 'POST', headers, body: JSON.stringify(order) })
      assert.equal(answer.status, 204)
    },
    behave: async () => {
      await fetch(faults, { method: 'DELETE' })
    },
    captureLate: async (merchantReference) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ merchantReference })
      const answer = await fetch(`${url}/payments/test/late-captures`, {
        method: 'POST',
        headers,
        body,
      })
      assert.equal(answer.status, 204)
    },
    bookOf: async (paymentId) => {
      const path = `${url}/payments/v1/intents?merchantReference=${paymentId}`
      const answer = await fetch(path, { headers: { authorization: `Bearer ${apiKey}` } })
      const { items } = (await answer.json()) as { items: Intent[] }
      const sum = (of: (intent: Intent) => string) =>
        items.reduce((total, intent) => total + minorOf(of(intent)), 0n)
      return {
        intents: items.length,
        captured: sum(({ captured }) => captured),
        refunded: sum(({ refunded }) => refunded),
      }
    },
  }
}

/** Of amounts with two decimals, which are all that the model trades in. */
function minorOf(amount: string): bigint {
  const [whole = '0', cents = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
}
