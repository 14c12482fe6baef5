import { useWords } from '../../language/use-words.ts'
import type { Product } from '../api.ts'

type Props = { readonly product: Pick<Product, 'sku' | 'mpn' | 'supplier' | 'name'> }

/** The numbers by which people know a product, and who sells it. Some makers have a name in the place of a number. */
export function ArticleNumbers({ product: { sku, mpn, supplier, name } }: Props) {
  const { t } = useWords()
  const numbers = { sku, supplier: supplier.name }
  return mpn === '' || name.includes(mpn)
    ? t('catalogue.numbers', numbers)
    : t('catalogue.numbersWithPart', { ...numbers, mpn })
}
