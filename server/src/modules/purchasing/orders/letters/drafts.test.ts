import { expect, it } from 'vitest'
import type { TextArguments } from '#platform/texts'
import { writeMail } from '../mails.ts'
import { changesOf } from './drafts.ts'

it('a mail about a new address says that it changes, and leaves the address to the order', () => {
  const terms = { quantity: 2 }
  const line = { lineNumber: 1, productId: 'prd_1', sku: 'BOLT-1', quantity: 2, unit: 'C62' }
  const writer = {
    locale: 'en' as const,
    names: new Map(),
    write: (key: Parameters<typeof writeMail>[1], values?: TextArguments) =>
      writeMail('en', key, values),
  }
  const moved = { ...line, before: terms, after: terms, newAddress: true as const }
  expect(changesOf([moved], writer)).toMatchObject({
    text: '2 x BOLT-1: at another address, which the order shows',
  })
  expect(changesOf([{ ...line, before: terms, after: { quantity: 1 } }], writer)).toMatchObject({
    text: '2 x BOLT-1: 1 instead of 2',
  })
})
