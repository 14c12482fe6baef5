import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { AskFirst } from '../ask-first.tsx'
import parts from '../parts.module.css'
import {
  changeList,
  createList,
  deleteList,
  listKey,
  type ShoppingList,
  type Visibility,
} from './list-api.ts'
import { VisibilityOptions } from './lists-page.tsx'

type Props = { readonly list: ShoppingList; readonly mayChange: boolean }

/** Renames, shares, copies and deletes a list. */
export function ListSteps({ list, mayChange }: Props) {
  const { t } = useWords()
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const copying = useMutation({
    mutationFn: () => createList({ name: list.name, visibility: 'PRIVATE', listId: list.id }),
    onSuccess: ({ list: { id } }) => navigate({ to: '/lists/$listId', params: { listId: id } }),
  })
  const deleting = useMutation({
    mutationFn: () => deleteList(list.id),
    onSuccess: async () => {
      await navigate({ to: '/lists' })
      queries.removeQueries({ queryKey: listKey(list.id) })
    },
  })
  if (isEditing) return <EditForm list={list} onLeave={() => setEditing(false)} />
  return (
    <div className={parts.action}>
      <div className={parts.actions}>
        {mayChange && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('shoppingLists.edit')}
          </Button>
        )}
        <Button
          variant="default"
          disabled={list.items.length === 0}
          loading={copying.isPending}
          onClick={() => copying.mutate()}
        >
          {t('shoppingLists.copy')}
        </Button>
        {mayChange && (
          <AskFirst
            act={t('shoppingLists.delete')}
            effect={t('shoppingLists.deleteEffect')}
            isPending={deleting.isPending}
            onAct={deleting.mutate}
          />
        )}
      </div>
      <Refusal error={copying.error ?? deleting.error} />
    </div>
  )
}

type EditProps = { readonly list: ShoppingList; readonly onLeave: () => void }

function EditForm({ list, onLeave }: EditProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: (form: FormData) =>
      changeList(list.id, {
        name: String(form.get('name')).trim(),
        visibility: form.get('visibility') as Visibility,
      }),
    onSuccess: (changed) => {
      queries.setQueryData(listKey(list.id), changed)
      onLeave()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    changing.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <div className={parts.fields}>
        <label>
          {t('shoppingLists.name')}
          <input name="name" required pattern=".*\S.*" maxLength={200} defaultValue={list.name} />
        </label>
        <label>
          {t('shoppingLists.readers')}
          <select name="visibility" defaultValue={list.visibility}>
            <VisibilityOptions />
          </select>
        </label>
      </div>
      <div className={parts.actions}>
        <Button type="submit" loading={changing.isPending}>
          {t('requisitionPage.save')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={changing.error} />
    </form>
  )
}
