import type { Words } from '../../language/words.ts'
import type { ListedCart } from './carts-api.ts'

/** The first cart of a person has no name until its owner gives it one. */
export function nameOfCart({ t }: Words, { name }: Pick<ListedCart, 'name'>): string {
  return name ?? t('carts.first')
}
