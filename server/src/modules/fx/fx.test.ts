import { describe, expect, it } from 'vitest'
import type { Conn } from '#platform/db'
import { createFx } from './index.ts'

const now = new Date('2026-01-02T03:04:05Z')
/** No query is made while no rates are stored. */
const nowhere = {} as Conn

describe('the rate between two currencies', () => {
  it('is one for the same currency', async () => {
    const { rate, state } = await createFx().rate(nowhere, 'EUR', 'EUR', now)
    expect([rate.toString(), state]).toEqual(['1', 'fresh'])
  })

  it('is refused, and not guessed, where none is stored', async () => {
    await expect(createFx().rate(nowhere, 'EUR', 'USD', now)).rejects.toMatchObject({
      code: 'fx.rate_unavailable',
      status: 422,
      details: { from: 'EUR', to: 'USD' },
    })
  })

  it('is refused for what is no currency, even to itself', async () => {
    await expect(createFx().rate(nowhere, 'XXX', 'XXX', now)).rejects.toMatchObject({
      code: 'fx.rate_unavailable',
    })
  })
})
