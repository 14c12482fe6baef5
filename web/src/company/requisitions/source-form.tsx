import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { ProductPicker } from '../product/product-picker.tsx'
import { titleOfProduct } from '../product/title-of-product.ts'
import { type FoundProduct, findProducts } from '../search/search-api.ts'
import { uploadFiles } from '../upload-files.ts'
import {
  type Requisition,
  type RequisitionLine,
  type Sourcing,
  sourceLine,
  useChange,
} from './requisition-api.ts'

type Props = {
  readonly requisition: Requisition
  readonly line: RequisitionLine
  readonly currency: string
  readonly onLeave: () => void
}

type How = 'product' | 'price'

/** What to order for a line in words: a product of the catalogue, or what a supplier agreed to by hand. */
export function SourceForm({ requisition, line, currency, onLeave }: Props) {
  const { t } = useWords()
  const [how, setHow] = useState<How>('product')
  const [product, setProduct] = useState<FoundProduct>()
  const sourcing = useChange(
    requisition.id,
    async (form: FormData) => {
      if (how === 'product') {
        return sourceLine(requisition.id, line.id, product ? { productId: product.id } : {})
      }
      const kept = line.sourcing?.attachments?.map(({ id }) => id) ?? []
      const attachmentIds = [
        ...kept,
        ...(await uploadFiles('/api/v1/requisitions/attachments', form)),
      ]
      return sourceLine(requisition.id, line.id, {
        ...readAgreement(form, currency),
        ...(attachmentIds.length > 0 && { attachmentIds }),
      })
    },
    onLeave,
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sourcing.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <div className={parts.actions}>
        {(['product', 'price'] as const).map((one) => (
          <label key={one} className={parts.check}>
            <input type="radio" name="how" checked={how === one} onChange={() => setHow(one)} />
            {t(`requisitionPage.how.${one}`)}
          </label>
        ))}
      </div>
      {how === 'product' && !product && (
        <ProductPicker
          isFocused
          label={t('requisitionPage.findProduct')}
          words={line.what ?? ''}
          onChoose={setProduct}
        />
      )}
      {how === 'product' && product && (
        <p>
          <strong>{titleOfProduct(product)}</strong>{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setProduct(undefined)}>
            {t('requisitionPage.otherProduct')}
          </Button>
        </p>
      )}
      {how === 'price' && <AgreedPrice line={line} currency={currency} />}
      <div className={parts.actions}>
        <Button type="submit" disabled={how === 'product' && !product} loading={sourcing.isPending}>
          {t('requisitionPage.keepSourcing')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={sourcing.error} />
    </form>
  )
}

type AgreedProps = { readonly line: RequisitionLine; readonly currency: string }

/** The supplier is one of the platform: those that sell something to the company. */
function AgreedPrice({ line, currency }: AgreedProps) {
  const { t } = useWords()
  const { data: suppliers = [] } = useQuery({
    queryKey: ['suppliers'],
    queryFn: async ({ signal }) => (await findProducts({}, undefined, signal)).meta.facets.supplier,
    staleTime: 300_000,
  })
  return (
    <>
      <div className={parts.fields}>
        <label>
          {t('requisitionPage.priceOfOne', { currency })}
          <input name="price" required inputMode="decimal" pattern="[0-9]+([.][0-9]+)?" />
        </label>
        <label>
          {t('catalogue.supplier')}
          <select name="supplierId" required defaultValue={line.sourcing?.supplierId ?? ''}>
            <option value="" />
            {suppliers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label>
        {t('requisitionPage.agreedNote')}
        <textarea name="note" required maxLength={2_000} />
      </label>
      <label>
        {t('requisitionPage.files')}
        <input name="files" type="file" multiple />
      </label>
    </>
  )
}

function readAgreement(form: FormData, currency: string): Sourcing {
  const textOf = (name: string) => String(form.get(name)).trim()
  return {
    price: { amount: textOf('price'), currency },
    supplierId: textOf('supplierId'),
    note: textOf('note'),
  }
}
