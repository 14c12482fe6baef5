import { useQuery } from '@tanstack/react-query'
import type { Words } from '../../language/words.ts'
import { getVersion, type OrderVersion } from './order-api.ts'

type Terms = OrderVersion['changes'][number]['before']

/** What differs between two versions of a line, in words. None: nothing. */
export function termsChanged({ t, number, day }: Words, before: Terms, after: Terms): string[] {
  const { quantity, promisedDate, delivery } = after
  const texts: string[] = []
  if (quantity !== before.quantity) {
    const values = { count: number(quantity), before: number(before.quantity) }
    texts.push(t('orderPage.terms.quantity', values))
  }
  if (promisedDate !== before.promisedDate) {
    if (promisedDate === undefined) texts.push(t('orderPage.version.noDay'))
    else if (before.promisedDate === undefined) {
      texts.push(t('orderPage.terms.day', { day: day(promisedDate) }))
    } else {
      const values = { day: day(promisedDate), before: day(before.promisedDate) }
      texts.push(t('orderPage.version.day', values))
    }
  }
  if (delivery !== undefined && delivery !== before.delivery) {
    texts.push(t('orderPage.delivery', { number: delivery }))
  }
  return texts
}

/** The lines that differ between two versions of an order. */
export function useDifferences(orderId: string, from: number, to: number) {
  return useQuery({
    queryKey: ['order', orderId, 'differences', from, to],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([
        getVersion(orderId, from, signal),
        getVersion(orderId, to, signal),
      ])
      return after.lines.flatMap(({ lineNumber, ...terms }) => {
        const earlier = before.lines.find((line) => line.lineNumber === lineNumber)
        const pair = { lineNumber, before: earlier ?? { quantity: 0 }, after: terms }
        return areSame(pair.before, pair.after) ? [] : [pair]
      })
    },
  })
}

function areSame(before: Terms, after: Terms): boolean {
  return (
    before.quantity === after.quantity &&
    before.promisedDate === after.promisedDate &&
    before.delivery === after.delivery
  )
}
