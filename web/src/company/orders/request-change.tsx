import { useWords } from '../../language/use-words.ts'
import { useAddresses } from '../checkout/use-addresses.ts'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import parts from '../parts.module.css'
import { keptQuantity } from '../quantities.ts'
import { addressText } from './address-text.ts'
import { type LineWish, type Order, type OrderLine, requestChange } from './order-api.ts'

type Lines = readonly OrderLine[]
type FormProps = { readonly order: Order; readonly lines: Lines }

/** Forms for requests about these lines. A request is about the lines of one supplier. Another address is for all that is open of a delivery. */
export function RequestChange({ order, lines }: FormProps) {
  const suppliers = Map.groupBy(lines, ({ supplierId }) => supplierId)
  const unshipped = lines.filter(({ shippedQuantity }) => shippedQuantity === 0)
  const deliveries = Map.groupBy(unshipped, ({ supplierId, delivery = 1 }) =>
    [supplierId, delivery].join(),
  )
  return (
    <div className={parts.actions}>
      {[...suppliers].map(([supplierId, ofSupplier]) => (
        <AskForTerms key={supplierId} order={order} lines={ofSupplier} />
      ))}
      {[...deliveries].map(([delivery, ofDelivery]) => (
        <AskForAddress key={delivery} order={order} lines={ofDelivery} />
      ))}
    </div>
  )
}

/** Other quantities, other days, or nothing more of a line. */
function AskForTerms({ order, lines }: FormProps) {
  const { t } = useWords()
  return (
    <Ask
      ask={t('orderChanges.askTerms')}
      label={t('orderChanges.askTermsOf', { number: purchaseOrderOf(order, lines) })}
      act={t('orderChanges.send')}
      done={t('orderChanges.sent')}
      run={(form) =>
        requestChange(order.id, { lines: wishesIn(form, lines), reason: textOf(form, 'reason') })
      }
    >
      <p>{t('orderChanges.termsHint')}</p>
      {lines.map((line) => (
        // What a line has now is never sent as a wish: its fields begin anew when others change it.
        <fieldset key={beginningOf(line)} className={parts.plain}>
          <legend>
            <strong>
              {line.lineNumber}. {line.name}
            </strong>
          </legend>
          <div className={parts.fields}>
            <Field label={t('orderPage.quantity')}>
              <input
                name={`quantity-${line.lineNumber}`}
                type="number"
                min={0}
                max={1_000_000}
                step="any"
                required
                defaultValue={keptQuantity(line)}
              />
            </Field>
            <Field label={t('orderChanges.day')}>
              <input name={`day-${line.lineNumber}`} type="date" defaultValue={line.promisedDate} />
            </Field>
          </div>
        </fieldset>
      ))}
      <Reason />
    </Ask>
  )
}

function AskForAddress({ order, lines }: FormProps) {
  const { t, list } = useWords()
  const { data: addresses = [] } = useAddresses()
  if (addresses.length === 0) return null
  const send = (form: FormData) => {
    const shipTo = addresses.find(({ id }) => id === form.get('addressId'))?.address
    if (!shipTo) throw new Error('the chosen address is not in the address book')
    return requestChange(order.id, {
      lines: lines.map(({ lineNumber }) => ({ lineNumber, shipTo })),
      reason: textOf(form, 'reason'),
    })
  }
  return (
    <Ask
      ask={t('orderChanges.askAddress')}
      label={t('orderChanges.askAddressOf', { number: purchaseOrderOf(order, lines) })}
      act={t('orderChanges.send')}
      done={t('orderChanges.sent')}
      run={async (form) => send(form)}
    >
      <p>{t('orderChanges.addressHint', { names: list(lines.map(({ name }) => name)) })}</p>
      <Field label={t('orderChanges.address')}>
        <select name="addressId">
          {addresses.map(({ id, label, address }) => (
            <option key={id} value={id}>
              {label}: {addressText(address)}
            </option>
          ))}
        </select>
      </Field>
      <Reason />
    </Ask>
  )
}

function Reason() {
  const { t } = useWords()
  return (
    <Field label={t('orderChanges.reason')}>
      <textarea name="reason" required maxLength={1_000} />
    </Field>
  )
}

function beginningOf(line: Lines[number]): string {
  return `${line.lineNumber} ${keptQuantity(line)} ${line.promisedDate}`
}

/** Each line that the person has changed. If there is none, the first as it is: the API says that nothing would change. */
function wishesIn(form: FormData, lines: Lines): LineWish[] {
  const wishes = lines.flatMap((line): LineWish[] => {
    const { lineNumber, promisedDate = '' } = line
    const quantity = Number(form.get(`quantity-${lineNumber}`))
    const requestedDate = textOf(form, `day-${lineNumber}`)
    if (quantity === 0) return [{ lineNumber, cancel: true as const }]
    const wish = {
      lineNumber,
      ...(quantity !== keptQuantity(line) && { quantity }),
      ...(requestedDate !== '' && requestedDate !== promisedDate && { requestedDate }),
    }
    return 'quantity' in wish || 'requestedDate' in wish ? [wish] : []
  })
  const asItIs = lines.slice(0, 1).map((line) => ({
    lineNumber: line.lineNumber,
    quantity: keptQuantity(line),
  }))
  return wishes.length > 0 ? wishes : asItIs
}

/** The number of the purchase order that has these lines. */
function purchaseOrderOf({ purchaseOrders, number }: Order, [line]: Lines): string {
  return purchaseOrders.find(({ supplierId }) => supplierId === line?.supplierId)?.number ?? number
}
