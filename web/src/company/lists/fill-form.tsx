import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { ProductPicker } from '../product/product-picker.tsx'
import { fillList, listKey, type ShoppingList, type Source } from './list-api.ts'
import { ListFilled } from './list-filled.tsx'

/** Products for a list: chosen from the catalogue, or part numbers that somebody pastes. */
export function FillForm({ list }: { readonly list: ShoppingList }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const filling = useMutation({
    mutationFn: (source: Source) => fillList(list.id, source),
    onSuccess: ({ list: filled }, source) => {
      queries.setQueryData(listKey(list.id), filled)
      if (source.text !== undefined) setText('')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    filling.mutate({ text })
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <ProductPicker
        label={t('requisitionPage.findProduct')}
        onChoose={({ id: productId, price }) =>
          filling.mutate({ items: [{ productId, quantity: price.moq }] })
        }
      />
      <label>
        {t('quickOrder.paste')}
        <textarea
          required
          maxLength={105_000}
          spellCheck={false}
          placeholder={t('quickOrder.example')}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      <Button type="submit" variant="default" loading={filling.isPending}>
        {t('shoppingLists.addPasted')}
      </Button>
      {filling.data && <ListFilled filled={filling.data} />}
      <Refusal error={filling.error} />
    </form>
  )
}
