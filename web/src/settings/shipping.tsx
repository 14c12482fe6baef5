import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { PartId } from '../records/part-id.tsx'
import { deleteShippingMethod, type ShippingMethod } from './settings-api.ts'
import { MethodForm } from './shipping-method-form.tsx'

const list = listOf('/admin/shipping-methods')

/** The shipping methods that every supplier without its own methods has. */
export function Shipping() {
  const { t } = useWords()
  return (
    <>
      <RouteList
        list={list}
        id="shipping-methods"
        title="settings.part.shipping"
        names={{ kind: 'settings.shipping.kind' }}
        cells={{
          id: ({ id, name }) => (
            <>
              {name}
              <PartId id={id} />
            </>
          ),
        }}
        without={['name', 'currency', 'position']}
        extra={{
          title: 'settings.shipping.cost',
          cell: ({ tiers, currency }) =>
            tiers.map(({ from, price }) => (
              <div key={from}>{t('settings.shipping.tier', { from, price, currency })}</div>
            )),
        }}
        action={(method) => <MethodActions method={method} />}
        none="settings.shipping.none"
        isNoneGood={false}
        isLive={false}
      />
      <div>
        <MethodForm />
      </div>
    </>
  )
}

function MethodActions({ method }: { readonly method: ShippingMethod }) {
  const { t } = useWords()
  const { id, name } = method
  return (
    <>
      <MethodForm method={method} />
      <Action
        ask={t('settings.delete')}
        label={t('settings.shipping.deleteOf', { name })}
        act={t('settings.shipping.deleteSure')}
        run={() => deleteShippingMethod(id)}
      />
    </>
  )
}
