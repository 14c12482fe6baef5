import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { handOver, type ListedCart } from './carts-api.ts'
import { ColleagueSelect } from './colleague-select.tsx'
import { useCartStep } from './use-cart-step.ts'

type Props = { readonly cart: ListedCart; readonly onLeave: () => void }

export function HandOverForm({ cart, onLeave }: Props) {
  const { t } = useWords()
  const handing = useCartStep((userId: string) => handOver(cart, userId), onLeave)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    handing.mutate(String(new FormData(event.currentTarget).get('memberId')))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <p>{t('carts.handOverEffect')}</p>
      <ColleagueSelect />
      <Button type="submit" size="compact-md" loading={handing.isPending}>
        {t('carts.form.handOver')}
      </Button>
      <Refusal error={handing.error} />
    </form>
  )
}
