import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { titleOfProduct } from '../product/title-of-product.ts'
import { useMe } from '../use-me.ts'
import { fieldOf } from './answers-in.ts'
import { type SaleLine, searchOwnProducts } from './sales-api.ts'

/** A product of the company in the place of the ordered one, chosen among those that a search finds. */
export function SubstituteField({ line }: { readonly line: SaleLine }) {
  const { t } = useWords()
  const { data: me } = useMe()
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState('')
  const found = useQuery({
    queryKey: ['own products', asked],
    queryFn: ({ signal }) => searchOwnProducts(me?.company.id ?? '', asked, signal),
    enabled: asked !== '' && me !== undefined,
  })
  // Enter would send the whole answer.
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setAsked(words.trim())
  }
  const fitting = found.data?.filter(({ id }) => id !== line.productId)
  return (
    <>
      <label>
        {t('sales.substitute')}
        <input
          type="search"
          maxLength={200}
          value={words}
          onChange={({ currentTarget: { value } }) => setWords(value)}
          onKeyDown={searchOnEnter}
        />
      </label>
      <Button variant="default" loading={found.isFetching} onClick={() => setAsked(words.trim())}>
        {t('sales.findSubstitute')}
      </Button>
      <Refusal error={found.error} />
      {fitting?.length === 0 && <p>{t('sales.noSubstitute')}</p>}
      {fitting?.map((product) => (
        <label key={product.id} className={parts.check}>
          <input type="radio" name={fieldOf('substitute', line)} value={product.id} />
          {titleOfProduct(product)} ({product.sku})
        </label>
      ))}
    </>
  )
}
