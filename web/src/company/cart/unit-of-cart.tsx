import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import type { Cart } from '../api.ts'
import { listUnits } from '../structure/structure-api.ts'
import { useUnits } from '../structure/use-units.ts'
import styles from './cart.module.css'
import { setUnit } from './cart-api.ts'
import { cartKey, showCart } from './use-cart.ts'

/** The unit for which the cart buys. Nothing, for somebody who can buy for one unit only. */
export function UnitOfCart({ cart }: { readonly cart: Cart }) {
  const { t } = useWords()
  const { data: tree } = useUnits()
  const { data: buyable } = useQuery({
    queryKey: ['units', 'buyable'],
    queryFn: ({ signal }) => listUnits(signal, { buyable: true }),
  })
  const choosing = useChoosing(cart)
  const { unitId: chosen } = cart
  if (!tree || !buyable || (buyable.length < 2 && chosen === undefined)) return null
  const ids = new Set(buyable.map(({ id }) => id))
  return (
    <div className={styles.added}>
      <label className={styles.unit}>
        {t('cart.unit')}
        <select
          value={chosen ?? ''}
          disabled={cart.lock !== null || choosing.isPending}
          onChange={({ currentTarget: { value } }) => choosing.mutate(value || null)}
        >
          <option value="">{t('cart.usualUnit')}</option>
          {chosen !== undefined && !ids.has(chosen) && (
            <option value={chosen}>{t('cart.lostUnit')}</option>
          )}
          {tree.all
            .filter(({ id }) => ids.has(id))
            .map(({ id }) => (
              <option key={id} value={id}>
                {tree.pathOf(id)}
              </option>
            ))}
        </select>
      </label>
      <Refusal error={choosing.error} />
    </div>
  )
}

/** If somebody else changed the cart meanwhile, it is read again, and the person chooses again. */
function useChoosing(cart: Cart) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (unitId: string | null) => setUnit(cart, unitId),
    onSuccess: (changed) => showCart(queries, changed),
    onError: () => queries.invalidateQueries({ queryKey: cartKey }),
  })
}
