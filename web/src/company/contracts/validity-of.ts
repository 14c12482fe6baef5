import type { Words } from '../../language/words.ts'
import type { ListedContract } from './contracts-api.ts'

/** From when until when a contract holds, in words. */
export function validityOf(
  { t, instant }: Words,
  { validFrom, validUntil }: Pick<ListedContract, 'validFrom' | 'validUntil'>,
): string {
  const from = instant(validFrom)
  if (validUntil === undefined) return t('contracts.since', { from })
  return t('contracts.between', { from, until: instant(validUntil) })
}
