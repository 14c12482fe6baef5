import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { List } from '../../components/list.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import type { Me } from '../api.ts'
import parts from '../parts.module.css'
import { SellingParts } from '../sales/selling-parts.tsx'
import { useMe } from '../use-me.ts'
import styles from './own-products.module.css'
import { type Change, isChange, listOwnProducts, saveChanges } from './own-products-api.ts'
import { type OwnProductsSearch, readOwnProductsSearch } from './own-products-search.ts'
import { ProductRow } from './product-row.tsx'

type Props = { readonly asked: OwnProductsSearch }

/** The products that the company has on sale: a person counts stock and sets prices in their rows. */
export function OwnProductsPage({ asked }: Props) {
  const { t } = useWords()
  const { data: me } = useMe()
  return (
    <Page title={t('ownProducts.title')} headline={t('ownProducts.title')}>
      <SellingParts />
      <Words asked={asked} />
      {me && <Products supplierId={me.company.id} asked={asked} />}
    </Page>
  )
}

function Words({ asked }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [q, setQ] = useState(asked.q ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const search = readOwnProductsSearch({ q: q.trim() })
    void navigate({ to: '/own-products', search, replace: true })
  }
  return (
    <search>
      <form className={parts.filters} onSubmit={submit}>
        <label>
          {t('catalogue.words')}
          <input
            type="search"
            maxLength={200}
            value={q}
            onChange={({ currentTarget: { value } }) => setQ(value)}
          />
        </label>
        <Button type="submit" variant="default">
          {t('ordersPage.search')}
        </Button>
      </form>
    </search>
  )
}

type ProductsProps = Props & { readonly supplierId: Me['company']['id'] }

function Products({ supplierId, asked: { q } }: ProductsProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [changes, setChanges] = useState<Readonly<Record<string, Change>>>({})
  const wanted = Object.values(changes).filter(({ entry }) => isChange(entry))
  const saving = useMutation({
    mutationFn: saveChanges,
    onSuccess: (importId) => navigate({ to: '/imports/$importId', params: { importId } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(wanted)
  }
  return (
    <form className={styles.list} onSubmit={submit}>
      <List
        id="products"
        title="ownProducts.onSale"
        none="ownProducts.none"
        isNoneGood={false}
        queryKey={['own products', supplierId, q]}
        read={(cursor, signal) => listOwnProducts(supplierId, q, cursor, signal)}
        columns={[
          { title: 'orderPage.product' },
          { title: 'ownProducts.price', isNumber: true },
          { title: 'ownProducts.available', isNumber: true },
          { title: 'ownProducts.newPrice' },
          { title: 'ownProducts.counted' },
        ]}
        row={(product) => (
          <ProductRow
            key={product.id}
            product={product}
            entry={changes[product.id]?.entry ?? {}}
            onEnter={(entry) => setChanges({ ...changes, [product.id]: { product, entry } })}
          />
        )}
      />
      <div className={parts.actions}>
        <Button type="submit" disabled={wanted.length === 0} loading={saving.isPending}>
          {t('ownProducts.save', { count: wanted.length })}
        </Button>
        {wanted.length > 0 && (
          <Button variant="default" onClick={() => setChanges({})}>
            {t('orderPage.leave')}
          </Button>
        )}
      </div>
      <Refusal error={saving.error} />
    </form>
  )
}
