import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import { ProductPicker } from '../product/product-picker.tsx'
import { titleOfProduct } from '../product/title-of-product.ts'
import type { FoundProduct } from '../search/search-api.ts'
import { unitChoices, unitName } from '../units.ts'
import { uploadFiles } from '../upload-files.ts'
import { readLine } from './read-line.ts'
import {
  type NewLine,
  type Requisition,
  type RequisitionLine,
  useChange,
} from './requisition-api.ts'

type Props = {
  readonly requisition: Requisition
  /** Undefined: a new line. */
  readonly line?: RequisitionLine
  readonly currency: string
  readonly write: (line: NewLine) => Promise<Requisition>
  readonly onLeave: () => void
}

/** A line of a draft: a product of the catalogue, or what is needed in the requester's own words. */
export function LineForm({ requisition, line, currency, write, onLeave }: Props) {
  const { t } = useWords()
  const [isInWords, setInWords] = useState(line !== undefined && line.productId === undefined)
  const [chosen, setChosen] = useState<FoundProduct>()
  const productId = isInWords ? undefined : (chosen?.id ?? line?.productId)
  const writing = useChange(
    requisition.id,
    async (form: FormData) => {
      const added = await uploadFiles('/api/v1/requisitions/attachments', form)
      return write(readLine(form, { line, productId, added, currency }))
    },
    onLeave,
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    writing.mutate(new FormData(event.currentTarget))
  }
  const isReady = isInWords || productId !== undefined
  return (
    <form className={parts.form} onSubmit={submit}>
      {!line && (
        <div className={parts.actions}>
          {[false, true].map((inWords) => (
            <label key={String(inWords)} className={parts.check}>
              <input
                type="radio"
                name="kind"
                checked={isInWords === inWords}
                onChange={() => setInWords(inWords)}
              />
              {t(inWords ? 'requisitionPage.inWords' : 'requisitionPage.fromCatalogue')}
            </label>
          ))}
        </div>
      )}
      {!isInWords && !productId && (
        <ProductPicker isFocused label={t('requisitionPage.findProduct')} onChoose={setChosen} />
      )}
      {!isInWords && chosen && <strong>{titleOfProduct(chosen)}</strong>}
      {isReady && <SharedFields line={line} least={chosen?.price.moq} />}
      {isInWords && <WishFields line={line} currency={currency} />}
      {isReady && <FileFields line={line} />}
      <div className={parts.actions}>
        <Button type="submit" disabled={!isReady} loading={writing.isPending}>
          {t('requisitionPage.keepLine')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={writing.error} />
    </form>
  )
}

type FieldsProps = { readonly line: RequisitionLine | undefined }

function SharedFields({ line, least = 1 }: FieldsProps & { readonly least: number | undefined }) {
  const { t } = useWords()
  return (
    <div className={parts.fields}>
      <label>
        {t('requisitions.quantity')}
        <input
          name="quantity"
          type="number"
          required
          min={0.001}
          max={1_000_000}
          step="any"
          defaultValue={line?.quantity ?? least}
        />
      </label>
      <label>
        {t('requisitionPage.costCenter')}
        <input name="costCenter" maxLength={100} defaultValue={line?.costCenter} />
      </label>
      <label>
        {t('requisitionPage.lineNote')}
        <input name="note" maxLength={500} defaultValue={line?.note} />
      </label>
    </div>
  )
}

/** What only a line in words has. */
function WishFields({ line, currency }: FieldsProps & { readonly currency: string }) {
  const words = useWords()
  const { t } = words
  const own = line?.unit
  const units = [...new Set([...(own === undefined ? [] : [own]), ...unitChoices])]
  return (
    <>
      <label>
        {t('requisitions.what')}
        <input name="what" required pattern=".*\S.*" maxLength={500} defaultValue={line?.what} />
      </label>
      <div className={parts.fields}>
        <label>
          {t('catalogue.unit')}
          <select name="unit" defaultValue={own ?? 'C62'}>
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {unitName(words, unit)}
              </option>
            ))}
          </select>
        </label>
        <Field
          label={t('requisitionPage.estimateIn', {
            currency: line?.estimate?.currency ?? currency,
          })}
        >
          <DecimalInput name="estimate" initial={line?.estimate?.amount} />
        </Field>
        <label>
          {t('requisitionPage.ownCategory')}
          <input name="category" maxLength={100} defaultValue={line?.category} />
        </label>
        <label>
          {t('requisitionPage.suggestedSupplier')}
          <input name="suggestedSupplier" maxLength={200} defaultValue={line?.suggestedSupplier} />
        </label>
      </div>
      <label>
        {t('requisitionPage.links')}
        <textarea
          name="links"
          maxLength={20_000}
          spellCheck={false}
          defaultValue={line?.links.join('\n')}
        />
      </label>
    </>
  )
}

/** The files that stay, and new ones. */
function FileFields({ line }: FieldsProps) {
  const { t } = useWords()
  return (
    <>
      {line?.attachments.map(({ id, name }) => (
        <label key={id} className={parts.check}>
          <input type="checkbox" name="kept" value={id} defaultChecked />
          {t('requisitionPage.keepFile', { name })}
        </label>
      ))}
      <label>
        {t('requisitionPage.files')}
        <input name="files" type="file" multiple />
      </label>
    </>
  )
}
