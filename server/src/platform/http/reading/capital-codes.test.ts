import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { code, currencyForm } from '#kernel/code-forms'
import { MoneySchema } from '#kernel/money-schema'
import { capitalCodes } from './capital-codes.ts'

const Currency = Type.String({ pattern: currencyForm, maxLength: 3 })

it('codes are read in capital letters, wherever they stand', () => {
  const read = capitalCodes(
    Type.Object({
      currency: Type.Optional(Currency),
      lines: Type.Array(Type.Object({ price: Type.Optional(MoneySchema), note: Type.String() })),
      limit: Type.Union([MoneySchema, Type.Null()]),
      base: Type.String({ ...code, maxLength: 20 }),
    }),
  )
  const price = { amount: '1', currency: 'usd' }
  const sent = {
    currency: 'eur',
    lines: [{ price, note: 'eur' }, { note: 'x' }, null],
    limit: { amount: '1', currency: 'Chf' },
    base: 'euro',
    other: 'eur',
  }
  expect(read?.(sent)).toEqual({
    currency: 'EUR',
    lines: [{ price: { amount: '1', currency: 'USD' }, note: 'eur' }, { note: 'x' }, null],
    limit: { amount: '1', currency: 'CHF' },
    base: 'EURO',
    other: 'eur',
  })
})

it('what is not a code stays as it is', () => {
  const read = capitalCodes(Type.Object({ currency: Currency }))
  for (const currency of ['e\u00df', 'eur ', 5, null, ['eur']]) {
    expect(read?.({ currency })).toEqual({ currency })
  }
  for (const body of [null, 'eur', ['eur'], 7]) expect(read?.(body)).toEqual(body)
  expect(capitalCodes(Type.Object({ note: Type.String() }))).toBeUndefined()
})
