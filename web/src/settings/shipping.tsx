import { useQuery } from '@tanstack/react-query'
import { ListView } from '../components/list-view.tsx'
import { useWords } from '../language/use-words.ts'
import { ConfirmedButton } from '../lists/confirmed-button.tsx'
import type { Column } from '../lists/list.tsx'
import lists from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { Refusal } from '../shell/refusal.tsx'
import { deleteShippingMethod, listShippingMethods, type ShippingMethod } from './settings-api.ts'
import { MethodForm } from './shipping-method-form.tsx'

const columns = [
  { title: 'settings.shipping.method' },
  { title: 'records.lines.supplier' },
  { title: 'settings.shipping.countries' },
  { title: 'settings.shipping.days', isNumber: true },
  { title: 'settings.shipping.cost' },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** The shipping methods that every supplier without its own methods has. */
export function Shipping() {
  const found = useQuery({
    queryKey: ['shipping-methods'],
    queryFn: ({ signal }) => listShippingMethods(signal),
  })
  return (
    <>
      <Refusal error={found.error} />
      <ListView
        title="settings.part.shipping"
        items={found.data ?? []}
        columns={columns}
        row={(method) => <MethodRow key={method.id} method={method} />}
        none="settings.shipping.none"
      />
      <div>
        <MethodForm />
      </div>
    </>
  )
}

function MethodRow({ method }: { readonly method: ShippingMethod }) {
  const { t, number, list } = useWords()
  const { id, name, supplierId, countries, leadTimeDays, tiers, currency } = method
  return (
    <tr>
      <th scope="row">
        {name}
        <PartId id={id} />
      </th>
      <td>{supplierId ? <RecordName id={supplierId} /> : t('settings.shipping.platform')}</td>
      <td className={lists.words}>{list(countries)}</td>
      <td className={card.number}>{number(leadTimeDays)}</td>
      <td className={lists.words}>
        {tiers.map(({ from, price }) => (
          <div key={from}>{t('settings.shipping.tier', { from, price, currency })}</div>
        ))}
      </td>
      <td>
        <MethodForm method={method} />
        <ConfirmedButton
          ask={t('settings.delete')}
          label={t('settings.shipping.deleteOf', { name })}
          confirm={t('settings.shipping.deleteSure')}
          act={() => deleteShippingMethod(id)}
          changes={['shipping-methods']}
        />
      </td>
    </tr>
  )
}
