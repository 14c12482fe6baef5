import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import type { CartItem } from '../api.ts'
import { useAddresses } from '../checkout/use-addresses.ts'
import { Choice } from '../choice.tsx'
import { codeKinds } from '../codes/code-field.tsx'
import parts from '../parts.module.css'
import {
  AllocationRow,
  emptyRow,
  type Row,
  rowOf,
  type ShareKind,
  shareKinds,
} from './allocation-row.tsx'
import styles from './cart.module.css'
import { type Allocation, changeItem } from './cart-api.ts'
import { cartKey, showCart } from './use-cart.ts'

type Props = { readonly item: CartItem; readonly isLocked: boolean }

/** When and where a line should arrive, and which cost centres, accounts and projects pay for it. */
export function LineTermsForm({ item, isLocked }: Props) {
  const { t, day } = useWords()
  const [isOpen, setOpen] = useState(false)
  const { requestedDate, addressId, allocations = [], product } = item
  if (isOpen) return <OpenForm item={item} onLeave={() => setOpen(false)} />
  return (
    <>
      {requestedDate !== undefined && (
        <p className={styles.hint}>{t('orderPage.wanted', { day: day(requestedDate) })}</p>
      )}
      {addressId !== undefined && <AddressText addressId={addressId} />}
      {allocations.map((allocation) => (
        <AllocationText key={JSON.stringify(allocation)} allocation={allocation} />
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isLocked}
          aria-label={t('lineTerms.openOf', { name: product.name })}
          onClick={() => setOpen(true)}
        >
          {t('lineTerms.open')}
        </Button>
      </div>
    </>
  )
}

/** An address that is no longer in the book is a problem of the line. */
function AddressText({ addressId }: { readonly addressId: string }) {
  const { t } = useWords()
  const { data: addresses = [] } = useAddresses()
  const booked = addresses.find(({ id }) => id === addressId)
  return booked && <p className={styles.hint}>{t('lineTerms.to', { address: booked.label })}</p>
}

function AllocationText({ allocation }: { readonly allocation: Allocation }) {
  const { t, money, number, decimal, list } = useWords()
  const { percent, quantity, amount } = allocation
  const codes = codeKinds.flatMap((kind) => allocation[kind] ?? [])
  const share =
    percent === undefined
      ? amount === undefined
        ? number(quantity ?? 0)
        : money(amount)
      : t('lineTerms.percent', { percent: decimal(percent) })
  return (
    <p className={styles.hint}>{t('requisitionPage.said', { name: list(codes), value: share })}</p>
  )
}

type OpenProps = { readonly item: CartItem; readonly onLeave: () => void }

function OpenForm({ item, onLeave }: OpenProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const currency = item.lineTotal?.currency ?? ''
  const [date, setDate] = useState(item.requestedDate ?? '')
  /** Undefined: the address stays as it is. Empty: that of the order. */
  const [address, setAddress] = useState<string>()
  const [kind, setKind] = useState<ShareKind>(() => kindOf(item.allocations))
  const [rows, setRows] = useState<readonly Row[]>(() => (item.allocations ?? []).map(rowOf))
  const changing = useMutation({
    mutationFn: () =>
      changeItem(item, item.quantity, {
        requestedDate: date || null,
        ...(address !== undefined && { addressId: address || null }),
        allocations: rows.length > 0 ? rows.map((row) => allocationOf(row, kind, currency)) : null,
      }),
    onSuccess: (cart) => {
      showCart(queries, cart)
      onLeave()
    },
    onError: () => queries.invalidateQueries({ queryKey: cartKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    changing.mutate()
  }
  const replace = (at: number, row: Row) => setRows(rows.with(at, row))
  return (
    <form className={parts.form} onSubmit={submit}>
      <HeadFields date={date} kind={kind} currency={currency} onDate={setDate} onKind={setKind} />
      <AddressField chosen={address ?? item.addressId ?? ''} onChoose={setAddress} />
      {rows.map((row, at) => (
        <AllocationRow
          key={row.key}
          row={row}
          place={at + 1}
          onChange={(changed) => replace(at, changed)}
          onRemove={() => setRows(rows.toSpliced(at, 1))}
        />
      ))}
      <div className={parts.actions}>
        {rows.length < allocationsMax && (
          <Button
            size="compact-md"
            variant="default"
            onClick={() => setRows([...rows, emptyRow(rows.length === 0 ? '100' : '')])}
          >
            {t('lineTerms.addPart')}
          </Button>
        )}
        <Button type="submit" size="compact-md" loading={changing.isPending}>
          {t('requisitionPage.save')}
        </Button>
        <Button size="compact-md" variant="default" onClick={onLeave}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={changing.error} />
    </form>
  )
}

type AddressProps = {
  readonly chosen: string
  readonly onChoose: (addressId: string) => void
}

/** Nothing, while the address book is empty. */
function AddressField({ chosen, onChoose }: AddressProps) {
  const { t } = useWords()
  const { data: addresses = [] } = useAddresses()
  if (addresses.length === 0) return null
  const isUnseen = chosen !== '' && !addresses.some(({ id }) => id === chosen)
  const unseen = isUnseen ? [{ id: chosen, name: t('lineTerms.unseenAddress') }] : []
  return (
    <Choice
      label={t('lineTerms.address')}
      any={t('lineTerms.addressOfOrder')}
      chosen={chosen}
      options={[...unseen, ...addresses.map(({ id, label: name }) => ({ id, name }))]}
      onChoose={(id) => onChoose(id ?? '')}
    />
  )
}

type HeadProps = {
  readonly date: string
  readonly kind: ShareKind
  readonly currency: string
  readonly onDate: (date: string) => void
  readonly onKind: (kind: ShareKind) => void
}

/** The day, and what the parts are measured in. */
function HeadFields({ date, kind, currency, onDate, onKind }: HeadProps) {
  const { t } = useWords()
  return (
    <div className={parts.fields}>
      <label>
        {t('lineTerms.date')}
        <input
          type="date"
          value={date}
          onChange={({ currentTarget: { value } }) => onDate(value)}
        />
      </label>
      <label>
        {t('lineTerms.dividedBy')}
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            onKind(shareKinds.find((known) => known === value) ?? 'percent')
          }
        >
          {shareKinds.map((known) => (
            <option key={known} value={known}>
              {known === 'amount' ? currency : t(`lineTerms.kind.${known}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

const allocationsMax = 20

function kindOf([first]: readonly Allocation[] = []): ShareKind {
  return shareKinds.find((kind) => first?.[kind] !== undefined) ?? 'percent'
}

function allocationOf({ share, ...row }: Row, kind: ShareKind, currency: string): Allocation {
  const codes = codeKinds.flatMap((code) => {
    const text = row[code].trim()
    return text === '' ? [] : [[code, text] as const]
  })
  const part = { percent: share, quantity: Number(share), amount: { amount: share, currency } }[
    kind
  ]
  return { ...Object.fromEntries(codes), [kind]: part }
}
