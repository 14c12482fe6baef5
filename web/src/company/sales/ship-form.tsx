import { useWords } from '../../language/use-words.ts'
import { openQuantity } from '../quantities.ts'
import { type SaleLine, type ShipOrder, ship } from './sales-api.ts'
import { StepForm, textIn } from './step-form.tsx'
import { useStep } from './use-step.ts'

type Props = {
  readonly orderId: string
  /** The lines of which something is open. */
  readonly lines: readonly SaleLine[]
  readonly onLeave: () => void
}

/** A shipment that leaves: what is in it, and how it travels. It goes to one address. */
export function ShipForm({ orderId, lines, onLeave }: Props) {
  const { t, number } = useWords()
  const shipping = useStep<ShipOrder>(orderId, ship, onLeave)
  const first = lines[0]?.delivery
  const isSplit = lines.some(({ delivery }) => delivery !== first)
  return (
    <StepForm
      act={t('sales.shipIt')}
      isPending={shipping.isPending}
      error={shipping.error}
      onSubmit={(form) => shipping.mutate(shipmentIn(form, lines))}
      onLeave={onLeave}
    >
      {isSplit && <p>{t('sales.oneAddress')}</p>}
      {lines.map((line) => (
        <label key={line.lineNumber}>
          {t('sales.shipLine', { name: line.name, open: number(openQuantity(line)) })}
          {isSplit && ` (${t('orderPage.delivery', { number: line.delivery ?? 1 })})`}
          <input
            name={`line ${line.lineNumber}`}
            type="number"
            min={0}
            max={openQuantity(line)}
            step="any"
            defaultValue={line.delivery === first ? inStock(line) : 0}
          />
        </label>
      ))}
      <label>
        {t('sales.carrier')}
        <input name="carrier" maxLength={100} />
      </label>
      <label>
        {t('sales.trackingNumber')}
        <input name="trackingNumber" maxLength={100} />
      </label>
      <label>
        {t('sales.trackingUrl')}
        <input name="trackingUrl" type="url" maxLength={2_000} />
      </label>
      <label>
        {t('sales.noteToBuyer')}
        <input name="note" maxLength={1_000} />
      </label>
    </StepForm>
  )
}

/** The open pieces that do not wait for stock. */
function inStock(line: SaleLine): number {
  return Math.max(0, openQuantity(line) - (line.waitingQuantity ?? 0))
}

const texts = ['carrier', 'trackingNumber', 'trackingUrl', 'note'] as const

function shipmentIn(form: FormData, lines: readonly SaleLine[]): ShipOrder {
  const given = texts.map((name) => [name, textIn(form, name)]).filter(([, text]) => text !== '')
  return {
    ...Object.fromEntries(given),
    lines: lines
      .map(({ lineNumber }) => ({
        lineNumber,
        quantity: Number(textIn(form, `line ${lineNumber}`)),
      }))
      .filter(({ quantity }) => quantity > 0),
  }
}
