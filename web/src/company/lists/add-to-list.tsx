import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { mayAsk } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { createList, fillList, listLists, type Source } from './list-api.ts'
import { ListFilled } from './list-filled.tsx'

type Props = {
  readonly source: Source
  /** What is added, for people who do not see where the button stands. */
  readonly name: string
}

/** Puts products into a list of the person, or into a new one. */
export function AddToList({ source, name }: Props) {
  const { t } = useWords()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!me || !mayAsk(me)) return null
  if (isOpen) {
    return <ChooseList source={source} ownerId={me.person.id} onLeave={() => setOpen(false)} />
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={t('shoppingLists.addOf', { name })}
      onClick={() => setOpen(true)}
    >
      {t('shoppingLists.addTo')}
    </Button>
  )
}

type ChooseProps = {
  readonly source: Source
  readonly ownerId: string
  readonly onLeave: () => void
}

function ChooseList({ source, ownerId, onLeave }: ChooseProps) {
  const { t } = useWords()
  const [chosen, setChosen] = useState<string>()
  const own = useQuery({
    queryKey: ['lists', 'own'],
    queryFn: async ({ signal }) => (await listLists({ ownerId, limit: 100 }, signal)).data,
  })
  const listId = chosen ?? own.data?.[0]?.id ?? ''
  const adding = useMutation({
    mutationFn: (newName: string) =>
      listId === ''
        ? createList({ name: newName, visibility: 'PRIVATE', ...source })
        : fillList(listId, source),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    adding.mutate(String(new FormData(event.currentTarget).get('name') ?? '').trim())
  }
  if (adding.data) {
    const { id, name } = adding.data.list
    return (
      <div className={parts.action}>
        <ListFilled filled={adding.data} />
        <Link to="/lists/$listId" params={{ listId: id }}>
          {name}
        </Link>
      </div>
    )
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <label>
        {t('shoppingLists.list')}
        <select
          // biome-ignore lint/a11y/noAutofocus: the person has just opened this form.
          autoFocus
          value={listId}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        >
          {own.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">{t('shoppingLists.new')}</option>
        </select>
      </label>
      {listId === '' && (
        <label>
          {t('shoppingLists.name')}
          <input name="name" required pattern=".*\S.*" maxLength={200} />
        </label>
      )}
      <div className={parts.actions}>
        <Button type="submit" size="compact-md" loading={adding.isPending || own.isPending}>
          {t('shoppingLists.put')}
        </Button>
        <Button size="compact-md" variant="default" onClick={onLeave}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={own.error ?? adding.error} />
    </form>
  )
}
