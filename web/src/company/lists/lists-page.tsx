import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { PagedList } from '../paged-list.tsx'
import parts from '../parts.module.css'
import { mayAsk } from '../rights.ts'
import { Table } from '../table.tsx'
import { useMe } from '../use-me.ts'
import {
  createList,
  type ListSummary,
  listLists,
  type Visibility,
  visibilities,
} from './list-api.ts'
import type { ListsSearch } from './lists-address.ts'

/** The shopping lists that the person may read, the newest first. */
export function ListsPage({ asked }: { readonly asked: ListsSearch }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { data: me } = useMe()
  return (
    <Page title={t('shoppingLists.title')} headline={t('shoppingLists.title')}>
      {me && mayAsk(me) && <NewList />}
      <search className={parts.filters}>
        <label>
          {t('shoppingLists.visibility')}
          <select
            value={asked.visibility ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const visibility = visibilities.find((one) => one === value)
              const search = visibility === undefined ? {} : { visibility }
              void navigate({ to: '/lists', search, replace: true })
            }}
          >
            <option value="">{t('shoppingLists.all')}</option>
            <VisibilityOptions />
          </select>
        </label>
      </search>
      <PagedList
        queryKey={['lists', asked]}
        read={(page, signal) => listLists({ ...asked, ...page }, signal)}
        none={t('shoppingLists.none')}
      >
        {(found) => <ListTable found={found} />}
      </PagedList>
    </Page>
  )
}

export function VisibilityOptions() {
  const { t } = useWords()
  return visibilities.map((visibility) => (
    <option key={visibility} value={visibility}>
      {t(`shoppingLists.visibility.${visibility}`)}
    </option>
  ))
}

function NewList() {
  const { t } = useWords()
  const navigate = useNavigate()
  const creating = useMutation({
    mutationFn: (form: FormData) =>
      createList({
        name: String(form.get('name')).trim(),
        visibility: form.get('visibility') as Visibility,
      }),
    onSuccess: ({ list: { id } }) => navigate({ to: '/lists/$listId', params: { listId: id } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    creating.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.filters} onSubmit={submit}>
      <label>
        {t('shoppingLists.name')}
        <input name="name" required pattern=".*\S.*" maxLength={200} />
      </label>
      <label>
        {t('shoppingLists.readers')}
        <select name="visibility">
          <VisibilityOptions />
        </select>
      </label>
      <Button type="submit" loading={creating.isPending || creating.isSuccess}>
        {t('shoppingLists.create')}
      </Button>
      <Refusal error={creating.error} />
    </form>
  )
}

function ListTable({ found }: { readonly found: readonly ListSummary[] }) {
  const { t, number, instant } = useWords()
  return (
    <Table
      heads={[
        'shoppingLists.name',
        'shoppingLists.owner',
        'shoppingLists.visibility',
        'shoppingLists.changedAt',
        { number: 'shoppingLists.items' },
      ]}
    >
      {found.map(({ id, name, ownerName, visibility, changedAt, itemCount }) => (
        <tr key={id}>
          <th scope="row">
            <Link to="/lists/$listId" params={{ listId: id }}>
              {name}
            </Link>
          </th>
          <td>{ownerName}</td>
          <td>{t(`shoppingLists.visibility.${visibility}`)}</td>
          <td>
            <time dateTime={changedAt}>{instant(changedAt)}</time>
          </td>
          <td className={card.number}>{number(itemCount)}</td>
        </tr>
      ))}
    </Table>
  )
}
