import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import { titleOfProduct } from '../product/title-of-product.ts'
import type { Search } from './search-address.ts'
import { suggest } from './search-api.ts'
import type { Suggestion } from './suggestion-list.tsx'

type Suggesting = {
  readonly asked: Search
  readonly onAsk: (search: Search) => void
  readonly typed: string
  readonly isOpen: boolean
}

/** Categories, brands and products that fit what a person has typed so far. */
export function useSuggestions({ asked, typed, isOpen, onAsk }: Suggesting): readonly Suggestion[] {
  const { t } = useWords()
  const navigate = useNavigate()
  const q = typed.trim()
  const { data } = useQuery({
    queryKey: ['suggestions', q],
    queryFn: ({ signal }) => suggest(q, signal),
    enabled: isOpen && q.length > 1,
    staleTime: 60_000,
  })
  if (!data) return []
  return [
    ...data.categories.slice(0, 3).map(({ id, path }) => ({
      key: id,
      name: path.join(' › '),
      kind: t('catalogue.category'),
      choose: () => onAsk({ category: id }),
    })),
    ...data.brands.slice(0, 2).map((brand) => ({
      key: `brand ${brand}`,
      name: brand,
      kind: t('catalogue.brand'),
      choose: () => onAsk({ ...asked, brand: [brand] }),
    })),
    ...data.products.map(({ id, name, brand, mpn, sku }) => ({
      key: id,
      name: titleOfProduct({ name, brand }),
      kind: name.includes(mpn) ? sku : mpn,
      choose: () => void navigate({ to: '/products/$productId', params: { productId: id } }),
    })),
  ]
}
