import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { CsvLink } from '../csv-link.tsx'
import { ListFilters } from '../list-filters.tsx'
import { PagedList } from '../paged-list.tsx'
import parts from '../parts.module.css'
import { mayAsk } from '../rights.ts'
import { Table } from '../table.tsx'
import { useMe } from '../use-me.ts'
import { withoutUndefined } from '../without-undefined.ts'
import {
  createRequisition,
  listRequisitions,
  type RequisitionSummary,
  requisitionsQueryOf,
} from './requisition-api.ts'
import { type RequisitionsSearch, requisitionStates } from './requisitions-address.ts'

/** What a person asks for, and for buyers what others ask, the newest first. */
export function RequisitionsPage({ asked }: { readonly asked: RequisitionsSearch }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { data: me } = useMe()
  if (!me) return null
  const ask = (
    changes: {
      readonly [Name in keyof RequisitionsSearch]?: RequisitionsSearch[Name] | undefined
    },
  ) => {
    const search = withoutUndefined<RequisitionsSearch>({ ...asked, ...changes })
    void navigate({ to: '/requisitions', search, replace: true })
  }
  return (
    <Page title={t('requisitions.title')} headline={t('requisitions.title')}>
      {mayAsk(me) && <NewRequisition />}
      <ListFilters
        asked={asked}
        find={t('requisitionPage.find')}
        states={requisitionStates}
        nameOf={(state) => t(`requisitions.state.${state}`)}
        onAsk={ask}
      >
        <label className={parts.check}>
          <input
            type="checkbox"
            checked={asked.mine === '1'}
            onChange={({ currentTarget: { checked } }) => ask({ mine: checked ? '1' : undefined })}
          />
          {t('requisitionPage.mine')}
        </label>
        <CsvLink list="requisitions" query={requisitionsQueryOf(asked, me.person.id)} />
      </ListFilters>
      <PagedList
        queryKey={['requisitions', asked, me.person.id]}
        read={(page, signal) => listRequisitions(asked, me.person.id, page, signal)}
        none={t('requisitionPage.none')}
      >
        {(requisitions) => <RequisitionTable requisitions={requisitions} />}
      </PagedList>
    </Page>
  )
}

/** It is a draft from its first moment, and has an address of its own. */
function NewRequisition() {
  const { t } = useWords()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const creating = useMutation({
    mutationFn: createRequisition,
    onSuccess: ({ id }) =>
      navigate({ to: '/requisitions/$requisitionId', params: { requisitionId: id } }),
  })
  const create = (event: FormEvent) => {
    event.preventDefault()
    creating.mutate(title.trim())
  }
  return (
    <form className={parts.filters} onSubmit={create}>
      <label>
        {t('cart.requisitionTitle')}
        <input
          required
          pattern=".*\S.*"
          maxLength={200}
          value={title}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
      </label>
      <Button type="submit" loading={creating.isPending || creating.isSuccess}>
        {t('requisitionPage.create')}
      </Button>
      <Refusal error={creating.error} />
    </form>
  )
}

function RequisitionTable({
  requisitions,
}: {
  readonly requisitions: readonly RequisitionSummary[]
}) {
  const { t, day, instant, number } = useWords()
  return (
    <Table
      heads={[
        'requisitions.number',
        'requisitionPage.requester',
        'ordersPage.state',
        'requisitions.neededBy',
        'requisitions.submittedAt',
        { number: 'orderPage.lines' },
      ]}
    >
      {requisitions.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <Link to="/requisitions/$requisitionId" params={{ requisitionId: one.id }}>
              {one.number}
            </Link>{' '}
            {one.title}
          </th>
          <td>{one.requesterName}</td>
          <td>{t(`requisitions.state.${one.state}`)}</td>
          <td>{one.neededBy !== undefined && day(one.neededBy)}</td>
          <td>
            {one.submittedAt !== undefined && (
              <time dateTime={one.submittedAt}>{instant(one.submittedAt)}</time>
            )}
          </td>
          <td className={card.number}>{number(one.lineCount)}</td>
        </tr>
      ))}
    </Table>
  )
}
