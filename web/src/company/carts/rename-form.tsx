import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { type ListedCart, rename } from './carts-api.ts'
import { useCartStep } from './use-cart-step.ts'

type Props = { readonly cart: ListedCart; readonly onLeave: () => void }

export function RenameForm({ cart, onLeave }: Props) {
  const { t } = useWords()
  const renaming = useCartStep((name: string) => rename(cart, name), onLeave)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    renaming.mutate(String(new FormData(event.currentTarget).get('name')).trim())
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <label>
        {t('carts.newName')}
        <input
          name="name"
          // biome-ignore lint/a11y/noAutofocus: the person has just opened this form.
          autoFocus
          required
          pattern=".*\S.*"
          maxLength={80}
          defaultValue={cart.name ?? ''}
        />
      </label>
      <Button type="submit" size="compact-md" loading={renaming.isPending}>
        {t('requisitionPage.save')}
      </Button>
      <Refusal error={renaming.error} />
    </form>
  )
}
