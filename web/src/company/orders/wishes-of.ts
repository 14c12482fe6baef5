import type { ChangeRequest } from '@purveyor/sdk'
import type { Words } from '../../language/words.ts'
import { addressText } from './address-text.ts'

/** What would be different of a line, in words. */
export function wishesOf(
  { t, number, day }: Words,
  { quantityBefore, quantityAfter, requestedDate, shipTo }: ChangeRequest['lines'][number],
): string[] {
  return [
    ...(quantityAfter === quantityBefore
      ? []
      : [
          t('orderPage.terms.quantity', {
            count: number(quantityAfter),
            before: number(quantityBefore),
          }),
        ]),
    ...(requestedDate === undefined ? [] : [t('orderPage.wanted', { day: day(requestedDate) })]),
    ...(shipTo ? [t('sales.toAddress', { address: addressText(shipTo) })] : []),
  ]
}
