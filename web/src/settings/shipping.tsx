import { useQuery } from '@tanstack/react-query'
import { Action } from '../components/action.tsx'
import type { Column } from '../components/list.tsx'
import { ListView } from '../components/list-view.tsx'
import { useWords } from '../language/use-words.ts'
import lists from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
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
      <ListView
        title="settings.part.shipping"
        items={found.data}
        isLoading={found.isPending}
        error={found.error}
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
        <Action
          ask={t('settings.delete')}
          label={t('settings.shipping.deleteOf', { name })}
          act={t('settings.shipping.deleteSure')}
          run={() => deleteShippingMethod(id)}
        />
      </td>
    </tr>
  )
}
