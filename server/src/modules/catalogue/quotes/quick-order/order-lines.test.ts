import { expect, it } from 'vitest'
import { numberOf } from '#kernel/quantity'
import { orderLinesOf } from './order-lines.ts'

const likeliestOf = (text: string) => {
  const [{ partNumber, quantity, problem } = {}] = orderLinesOf(text)[0]?.read.readings ?? []
  return { partNumber, quantity: numberOf(quantity ?? 0n), problem }
}

it.each([
  ['CABLE-7 2,5', 2.5],
  ['CABLE-7 2.5', 2.5],
  ['CABLE-7 x 2,5', 2.5],
  ['CABLE-7: 2.5', 2.5],
  ['CABLE-7\t2,50\t12,90', 2.5],
  ['CABLE-7;0,125', 0.125],
  ['2.5;CABLE-7', 2.5],
  ['"CABLE-7","2,5"', 2.5],
  ['CABLE-7,2.5', 2.5],
])('%j has one decimal quantity, in every language', (text, quantity) => {
  expect(likeliestOf(text)).toEqual({ partNumber: 'CABLE-7', quantity, problem: undefined })
})

it.each(['CABLE-7 1,000', 'CABLE-7;1.000', 'CABLE-7;2.5555', 'CABLE-7;12.50;3', 'CABLE-7,2,50'])(
  '%j may be something else, and is refused',
  (text) => {
    expect(likeliestOf(text)).toMatchObject({ problem: 'quantity_invalid' })
  },
)
