import type { Order } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { useWords } from '../../language/use-words.ts'
import { useNames } from '../names-api.ts'
import { shipOrder } from '../records-api.ts'

/** Records that the open pieces of one supplier have left, in the supplier's place. */
export function ShipForm({ order }: { readonly order: Order }) {
  const { t } = useWords()
  const { id, number } = order
  const suppliers = [...new Set(order.lines.filter(isOpen).map(({ supplierId }) => supplierId))]
  const names = useNames(suppliers)
  if (suppliers.length === 0) return null
  return (
    <Action
      ask={t('records.ship.ask')}
      label={t('records.ship.askOf', { id: number })}
      act={t('records.ship.act')}
      effect={t('records.ship.effect')}
      fields={[
        {
          name: 'supplierId',
          label: 'records.lines.supplier',
          choices: suppliers.map((value) => ({ value, label: names.get(value) ?? value })),
        },
        { name: 'carrier', label: 'records.shipments.carrier', maxLength: 100 },
        { name: 'trackingNumber', label: 'records.ship.trackingNumber', maxLength: 100 },
        { name: 'note', label: 'records.ship.note', missing: 'lists.sayWhy', maxLength: 1_000 },
      ]}
      run={({ supplierId, carrier, trackingNumber, note = '' }) =>
        shipOrder(id, {
          lines: order.lines
            .filter((line) => isOpen(line) && line.supplierId === supplierId)
            .map((line) => ({ lineNumber: line.lineNumber, quantity: openPieces(line) })),
          ...(carrier && { carrier }),
          ...(trackingNumber && { trackingNumber }),
          note,
        })
      }
    />
  )
}

type Line = Order['lines'][number]

/** Rounded, because a difference of decimals such as 0.3 and 0.1 has more than three of them. */
function openPieces({ quantity, cancelledQuantity, shippedQuantity }: Line): number {
  return Math.round((quantity - cancelledQuantity - shippedQuantity) * 1_000) / 1_000
}

function isOpen(line: Line): boolean {
  return openPieces(line) > 0
}
