import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import parts from '../parts.module.css'
import { ProductPicker } from '../product/product-picker.tsx'
import { titleOfProduct } from '../product/title-of-product.ts'
import type { FoundProduct } from '../search/search-api.ts'
import { useSuppliers } from '../search/use-suppliers.ts'
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

/** A product at its price of that day or at a negotiated one, or a negotiated price without a product yet. */
const choices = ['product', 'negotiated', 'price'] as const

/** What to order for a line in words: a product of the catalogue, or what a supplier agreed to by hand. */
export function SourceForm({ requisition, line, currency, onLeave }: Props) {
  const { t } = useWords()
  const [how, setHow] = useState<(typeof choices)[number]>('product')
  const [product, setProduct] = useState<FoundProduct>()
  const needsProduct = how !== 'price'
  const withProduct = needsProduct && product ? { productId: product.id } : {}
  const sourcing = useChange(
    requisition.id,
    async (form: FormData) => {
      if (how === 'product') return sourceLine(requisition.id, line.id, withProduct)
      const uploaded = await uploadFiles('/api/v1/requisitions/attachments', form)
      return sourceLine(requisition.id, line.id, {
        ...withProduct,
        ...readAgreement(form, currency),
        attachmentIds: [...proofsOf(line), ...uploaded],
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
        {choices.map((one) => (
          <label key={one} className={parts.check}>
            <input type="radio" name="how" checked={how === one} onChange={() => setHow(one)} />
            {t(`requisitionPage.how.${one}`)}
          </label>
        ))}
      </div>
      {needsProduct && !product && (
        <ProductPicker
          isFocused
          label={t('requisitionPage.findProduct')}
          words={line.what ?? ''}
          onChoose={setProduct}
        />
      )}
      {needsProduct && product && (
        <p>
          <strong>{titleOfProduct(product)}</strong>{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setProduct(undefined)}>
            {t('requisitionPage.otherProduct')}
          </Button>
        </p>
      )}
      {how !== 'product' && (
        <AgreedPrice line={line} currency={currency}>
          {how === 'price' && <SupplierField line={line} />}
        </AgreedPrice>
      )}
      <div className={parts.actions}>
        <Button type="submit" disabled={needsProduct && !product} loading={sourcing.isPending}>
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

type AgreedProps = {
  readonly line: RequisitionLine
  readonly currency: string
  readonly children: ReactNode
}

/** The price, who agreed to it, and the files that prove it. Those that the line has already stay. */
function AgreedPrice({ line, currency, children }: AgreedProps) {
  const { t } = useWords()
  const { price, note } = line.sourcing ?? {}
  return (
    <>
      <div className={parts.fields}>
        <Field label={t('requisitionPage.priceOfOne', { currency })}>
          <DecimalInput
            name="price"
            required
            initial={price?.currency === currency ? price.amount : ''}
          />
        </Field>
        {children}
      </div>
      <label>
        {t('requisitionPage.agreedNote')}
        <textarea name="note" required maxLength={2_000} defaultValue={price && note} />
      </label>
      <label>
        {t('requisitionPage.proofs')}
        <input name="files" type="file" multiple required={proofsOf(line).length === 0} />
      </label>
    </>
  )
}

/** The supplier is one of the platform: those that sell something to the company. */
function SupplierField({ line }: Pick<AgreedProps, 'line'>) {
  const { t } = useWords()
  const suppliers = useSuppliers()
  return (
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
  )
}

const proofsOf = ({ sourcing }: RequisitionLine): string[] =>
  sourcing?.attachments.map(({ id }) => id) ?? []

function readAgreement(form: FormData, currency: string): Sourcing {
  const supplierId = optionalText(form, 'supplierId')
  return {
    price: { amount: textOf(form, 'price'), currency },
    ...(supplierId !== null && { supplierId }),
    note: textOf(form, 'note'),
  }
}
