import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { useNames } from '../use-names.ts'
import {
  cartsKey,
  endShare,
  type ListedCart,
  listShares,
  type Share,
  type ShareRight,
  share,
} from './carts-api.ts'
import { ColleagueSelect } from './colleague-select.tsx'
import { useCartStep } from './use-cart-step.ts'

/** The colleagues who see a cart, and a form that adds one or changes what they may do. */
export function Shares({ cart }: { readonly cart: ListedCart }) {
  const { t } = useWords()
  const shares = useQuery({
    queryKey: [...cartsKey, cart.id, 'shares'],
    queryFn: ({ signal }) => listShares(cart.id, signal),
  })
  const sharing = useCartStep((form: FormData) =>
    share(cart.id, String(form.get('memberId')), form.get('right') as ShareRight),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sharing.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <QueryView query={shares}>
        {(read) =>
          read.length > 0 && (
            <ul className={parts.box}>
              {read.map((one) => (
                <ShareRow key={one.memberId} cart={cart} one={one} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <div className={parts.fields}>
        <ColleagueSelect />
        <label>
          {t('carts.right')}
          <select name="right">
            <option value="READ">{t('carts.right.READ')}</option>
            <option value="EDIT">{t('carts.right.EDIT')}</option>
          </select>
        </label>
      </div>
      <Button type="submit" size="compact-md" loading={sharing.isPending}>
        {t('carts.form.share')}
      </Button>
      <Refusal error={sharing.error} />
    </form>
  )
}

type RowProps = { readonly cart: ListedCart; readonly one: Share }

function ShareRow({ cart, one: { memberId, right } }: RowProps) {
  const { t } = useWords()
  const { nameOf } = useNames()
  const ending = useCartStep(() => endShare(cart.id, memberId))
  const name = nameOf(memberId)
  return (
    <li>
      <span>{t('requisitionPage.said', { name, value: t(`carts.right.${right}`) })}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('carts.endShareOf', { name })}
        loading={ending.isPending}
        onClick={() => ending.mutate()}
      >
        {t('carts.endShare')}
      </Button>
      <Refusal error={ending.error} />
    </li>
  )
}
