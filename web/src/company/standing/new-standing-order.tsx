import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import type { BookedAddress, Cart } from '../api.ts'
import { AddressChoice, addressOf, firstEntry } from '../checkout/address-choice.tsx'
import { useAddresses } from '../checkout/use-addresses.ts'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import { ScheduleFields } from './schedule-fields.tsx'
import { createStandingOrder, type Schedule, type StandingInput } from './standing-api.ts'

type Props = { readonly cart: Cart }

/** Orders what is in the cart again and again. The cart stays as it is. */
export function NewStandingOrder({ cart }: Props) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const addresses = useAddresses(cart.unitId, isOpen)
  if (!isOpen) {
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t('standing.create')}
      </Button>
    )
  }
  return (
    <QueryView query={addresses}>
      {(booked) => <CreateForm cart={cart} addresses={booked} onLeave={() => setOpen(false)} />}
    </QueryView>
  )
}

type FormProps = Props & {
  readonly addresses: readonly BookedAddress[]
  readonly onLeave: () => void
}

function CreateForm({ cart, addresses, onLeave }: FormProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [entry, setEntry] = useState(() => firstEntry(addresses, cart.country))
  const creating = useMutation({
    mutationFn: (form: FormData) =>
      createStandingOrder({
        ...readForm(form, cart),
        shipTo: addressOf(entry, addresses),
        payment: { method: 'invoice' },
      }),
    onSuccess: ({ id }) =>
      navigate({ to: '/standing-orders/$standingOrderId', params: { standingOrderId: id } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    creating.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <label>
        {t('standing.name')}
        <input name="name" required pattern=".*\S.*" maxLength={200} />
      </label>
      <ScheduleFields />
      <Field label={t('standing.maxTotalIn', { currency: cart.currency })}>
        <DecimalInput name="maxTotal" required initial={cart.totals.total?.amount} />
      </Field>
      <fieldset className={parts.plain}>
        <legend>{t('checkoutPage.shipTo')}</legend>
        <AddressChoice entry={entry} addresses={addresses} onChange={setEntry} />
      </fieldset>
      <p className={parts.hint}>{t('standing.byInvoice')}</p>
      <div className={parts.actions}>
        <Button type="submit" size="compact-md" loading={creating.isPending}>
          {t('standing.start')}
        </Button>
        <Button size="compact-md" variant="default" onClick={onLeave}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={creating.error} />
    </form>
  )
}

type Written = Pick<StandingInput, 'name' | 'lines' | 'schedule' | 'maxTotal'>

/** A line keeps how it is divided, and not its day. */
function readForm(form: FormData, cart: Cart): Written {
  const textOf = (name: string) => String(form.get(name)).trim()
  const unit = textOf('unit') as Schedule['unit']
  const until = textOf('until')
  return {
    name: textOf('name'),
    lines: cart.items.map(({ product, quantity, allocations }) => ({
      productId: product.id,
      quantity,
      ...(allocations && { allocations }),
    })),
    schedule: {
      every: Number(textOf('every')),
      unit,
      on: Number(textOf(unit === 'WEEK' ? 'weekday' : 'day')),
      from: textOf('from'),
      ...(until !== '' && { until }),
    },
    maxTotal: { amount: textOf('maxTotal'), currency: cart.currency },
    ...(cart.unitId !== undefined && { unitId: cart.unitId }),
  }
}
