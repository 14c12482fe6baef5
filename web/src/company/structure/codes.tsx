import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { Table } from '../table.tsx'
import { CodeFields, draftOf } from './code-fields.tsx'
import { ImportCodes } from './code-import.tsx'
import { codeStates } from './codes-address.ts'
import styles from './structure.module.css'
import {
  type Code,
  type CodeList,
  type CodesAsked,
  changeCode,
  createCode,
  listCodes,
  setCodeEnded,
} from './structure-api.ts'
import type { UnitTree } from './unit-tree.ts'
import { useUnits } from './use-units.ts'

type Props = {
  readonly list: CodeList
  readonly asked: CodesAsked
  readonly mayChange: boolean
}

/** Cost centres, GL accounts or projects of the company, by their codes. */
export function Codes({ list, asked, mayChange }: Props) {
  const { t } = useWords()
  const { data: tree } = useUnits()
  const found = useInfiniteQuery({
    queryKey: ['codes', list, asked],
    queryFn: ({ pageParam, signal }) => listCodes(list, asked, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    placeholderData: keepPreviousData,
  })
  const codes = found.data?.pages.flatMap(({ data }) => data)
  const isFiltered = Object.keys(asked).length > 0
  return (
    <>
      <CodeFilters key={list} list={list} asked={asked} />
      <Refusal error={found.error} />
      {codes?.length === 0 && (
        <EmptyState>{t(isFiltered ? 'ourCompany.noneFits' : `ourCompany.none.${list}`)}</EmptyState>
      )}
      {codes !== undefined && codes.length > 0 && (
        <CodeTable {...{ list, codes, tree, mayChange }} />
      )}
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('catalogue.more')}
        </Button>
      )}
      {mayChange && tree && (
        <div key={list}>
          <Ask
            ask={t(`ourCompany.add.${list}`)}
            act={t('ourCompany.add')}
            run={(form) => createCode(list, draftOf(form))}
          >
            <CodeFields tree={tree} />
          </Ask>
        </div>
      )}
      {mayChange && <ImportCodes key={`import ${list}`} list={list} />}
    </>
  )
}

function CodeFilters({ list, asked }: Pick<Props, 'list' | 'asked'>) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [q, setQ] = useState(asked.q ?? '')
  const { q: _words, ...withoutWords } = asked
  const { state: _state, ...withoutState } = asked
  const ask = (search: CodesAsked) =>
    void navigate({ to: '/company/$part', params: { part: list }, search, replace: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(q.trim() === '' ? withoutWords : { ...asked, q: q.trim() })
  }
  return (
    <search>
      <form className={styles.filters} onSubmit={submit}>
        <Field label={t('ourCompany.find')}>
          <input
            type="search"
            maxLength={100}
            value={q}
            onChange={({ currentTarget: { value } }) => setQ(value)}
          />
        </Field>
        <Field label={t('ourCompany.state')}>
          <select
            value={asked.state ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const state = codeStates.find((name) => name === value)
              ask(state === undefined ? withoutState : { ...asked, state })
            }}
          >
            <option value="">{t('ourCompany.anyState')}</option>
            {codeStates.map((state) => (
              <option key={state} value={state}>
                {t(`ourCompany.state.${state}`)}
              </option>
            ))}
          </select>
        </Field>
        <Button type="submit" variant="default">
          {t('ordersPage.search')}
        </Button>
        <CsvLink list={`company/${list}`} />
      </form>
    </search>
  )
}

type TableProps = Pick<Props, 'list' | 'mayChange'> & {
  readonly codes: readonly Code[]
  readonly tree: UnitTree | undefined
}

function CodeTable({ list, codes, tree, mayChange }: TableProps) {
  const { t } = useWords()
  return (
    <Table
      heads={[
        'ourCompany.code',
        'ourCompany.name',
        'ourCompany.unit',
        'ourCompany.valid',
        'ourCompany.externalId',
        'ourCompany.state',
        mayChange && 'ourCompany.actions',
      ]}
    >
      {codes.map((code) => (
        <tr key={code.id}>
          <th scope="row">{code.code}</th>
          <td className={lists.words}>{code.name}</td>
          <td className={lists.words}>{code.unitId && tree?.pathOf(code.unitId)}</td>
          <td>
            <Period code={code} />
          </td>
          <td className={lists.words}>{code.externalId}</td>
          <td>{t(`ourCompany.state.${code.state}`)}</td>
          {mayChange && <td>{tree && <CodeActions list={list} code={code} tree={tree} />}</td>}
        </tr>
      ))}
    </Table>
  )
}

function Period({ code: { validFrom, validTo } }: { readonly code: Code }) {
  const { t, day } = useWords()
  if (validFrom !== undefined && validTo !== undefined) {
    return t('ourCompany.period', { from: day(validFrom), to: day(validTo) })
  }
  if (validFrom !== undefined) return t('ourCompany.from', { day: day(validFrom) })
  return validTo !== undefined && t('ourCompany.until', { day: day(validTo) })
}

type ActionProps = { readonly list: CodeList; readonly code: Code; readonly tree: UnitTree }

function CodeActions({ list, code, tree }: ActionProps) {
  const { t } = useWords()
  const { id, code: name } = code
  if (code.state === 'ENDED') {
    return (
      <Ask
        ask={t('ourCompany.reopen')}
        label={t('ourCompany.reopenOf', { name })}
        act={t('ourCompany.reopenNow')}
        effect={t('ourCompany.reopenEffect')}
        run={() => setCodeEnded(list, id, false)}
      />
    )
  }
  return (
    <div className={lists.buttons}>
      <Ask
        ask={t('ourCompany.change')}
        label={t('ourCompany.changeOf', { name })}
        act={t('ourCompany.save')}
        run={(form) => changeCode(list, code, draftOf(form))}
      >
        <CodeFields tree={tree} code={code} />
      </Ask>
      <Ask
        ask={t('ourCompany.end')}
        label={t('ourCompany.endOf', { name })}
        act={t('ourCompany.endNow')}
        effect={t('ourCompany.codeEndEffect')}
        done={t('ourCompany.ended', { name })}
        run={() => setCodeEnded(list, id, true)}
      />
    </div>
  )
}
