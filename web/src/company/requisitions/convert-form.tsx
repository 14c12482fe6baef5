import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import type { BookedAddress } from '../api.ts'
import { AddressChoice, addressOf, firstEntry } from '../checkout/address-choice.tsx'
import { useAddresses } from '../checkout/use-addresses.ts'
import parts from '../parts.module.css'
import {
  type Conversion,
  convert,
  type Requisition,
  type RequisitionLine,
  useChange,
} from './requisition-api.ts'

type Props = { readonly requisition: Requisition; readonly country: string }

/** Makes an order of lines that have a product. Each line is ordered once, whoever presses how often. */
export function ConvertForm({ requisition, country }: Props) {
  const { t } = useWords()
  const addresses = useAddresses()
  const orderable = requisition.lines.filter(isOrderable)
  if (orderable.length === 0) return <EmptyState>{t('requisitionPage.nothingToOrder')}</EmptyState>
  return (
    <QueryView query={addresses}>
      {(booked) => (
        <OrderForm
          requisition={requisition}
          orderable={orderable}
          addresses={addressesFor(requisition, booked, t('requisitionPage.itsAddress'))}
          country={country}
        />
      )}
    </QueryView>
  )
}

function isOrderable({ state, productId, sourcing }: RequisitionLine): boolean {
  return state === 'OPEN' && (productId ?? sourcing?.productId) !== undefined
}

/** The address that the requester wants stands first, and is the choice at first. */
function addressesFor(
  { id, shipTo }: Requisition,
  booked: readonly BookedAddress[],
  label: string,
): readonly BookedAddress[] {
  const [like] = booked
  if (!shipTo) return booked
  const wanted = { ...like, id, label, address: shipTo, defaultShipTo: true } as BookedAddress
  return [wanted, ...booked]
}

type OrderProps = Props & {
  readonly orderable: readonly RequisitionLine[]
  readonly addresses: readonly BookedAddress[]
}

const references = ['poNumber', 'costCenter', 'glAccount', 'project'] as const

function OrderForm({ requisition, orderable, addresses, country }: OrderProps) {
  const { t, number } = useWords()
  const [entry, setEntry] = useState(() => firstEntry(addresses, country))
  const [left, setLeft] = useState<readonly string[]>([])
  const lines = orderable.map(({ id }) => id).filter((id) => !left.includes(id))
  const converting = useChange(requisition.id, (form: FormData) =>
    convert(requisition.id, {
      ...readReferences(form),
      lines,
      shipTo: addressOf(entry, addresses),
    }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    converting.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <fieldset className={parts.box}>
        <legend>{t('requisitionPage.orderLines')}</legend>
        {orderable.map(({ id, quantity, what, productName = '' }) => (
          <label key={id} className={parts.check}>
            <input
              type="checkbox"
              checked={!left.includes(id)}
              onChange={() =>
                setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id])
              }
            />
            {t('checkoutPage.line', { quantity: number(quantity), name: what ?? productName })}
          </label>
        ))}
      </fieldset>
      <fieldset className={parts.plain}>
        <legend>{t('checkoutPage.shipTo')}</legend>
        <AddressChoice entry={entry} addresses={addresses} onChange={setEntry} />
      </fieldset>
      <div className={parts.fields}>
        {references.map((name) => (
          <label key={name}>
            {t(`checkoutPage.reference.${name}`)}
            <input name={name} maxLength={100} />
          </label>
        ))}
        <label>
          {t('checkoutPage.reference.requestedDate')}
          <input name="requestedDate" type="date" defaultValue={requisition.neededBy} />
        </label>
      </div>
      <label>
        {t('checkoutPage.note')}
        <textarea name="note" maxLength={2_000} />
      </label>
      <p className={parts.hint}>{t('requisitionPage.paidByInvoice')}</p>
      <Button type="submit" disabled={lines.length === 0} loading={converting.isPending}>
        {t('requisitionPage.convert')}
      </Button>
      <Refusal error={converting.error} />
    </form>
  )
}

function readReferences(form: FormData): Conversion {
  const texts = [...references, 'requestedDate', 'note'] as const
  const said = texts.map((name) => [name, String(form.get(name)).trim()] as const)
  return Object.fromEntries(said.filter(([, text]) => text !== ''))
}
