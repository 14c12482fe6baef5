import { Button, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useNames } from '../language/use-names.ts'
import { useWords } from '../language/use-words.ts'
import { CompanyField, companyIdOf } from '../lists/company-field.tsx'
import { type Column, List } from '../lists/list.tsx'
import lists from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { titleOf } from '../operations/words.ts'
import { DetailList } from '../records/details.tsx'
import { RecordName } from '../records/record-name.tsx'
import { type AuditSearch, readAuditSearch } from './audit-search.ts'
import { type AuditEntry, listAudit } from './settings-api.ts'

const columns = [
  { title: 'settings.audit.action' },
  { title: 'settings.audit.by' },
  { title: 'settings.audit.target' },
  { title: 'settings.audit.at' },
  { title: 'settings.audit.details' },
] as const satisfies readonly Column[]

/** Who changed what, in all companies. */
export function Audit() {
  const { company: companyId = '', target = '' }: AuditSearch = useSearch({ strict: false })
  const filter = { companyId, target }
  return (
    <>
      <Filters key={`${companyId} ${target}`} {...filter} />
      <List
        id="audit"
        title="settings.part.audit"
        queryKey={['audit', filter]}
        read={(cursor, signal) => listAudit({ ...filter, cursor }, signal)}
        columns={columns}
        row={(entry) => <EntryRow key={entry.id} entry={entry} />}
        none="settings.audit.none"
        isNoneGood={false}
        isLive={false}
      />
    </>
  )
}

type FilterProps = { readonly companyId: string; readonly target: string }

/** Each filter has its own address. */
function Filters({ companyId, target }: FilterProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [company, setCompany] = useState(companyId)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const named = String(new FormData(event.currentTarget).get('target') ?? '').trim()
    const search = readAuditSearch({ company: await companyIdOf(company), target: named })
    await navigate({ to: '.', search })
  }
  return (
    <search>
      <form className={`${card.card} ${lists.form}`} onSubmit={(event) => void submit(event)}>
        <div className={lists.fields}>
          <CompanyField
            label={t('lists.column.company')}
            description={t('settings.audit.companyHint')}
            value={company}
            onChange={setCompany}
          />
          <TextInput
            className={lists.wide ?? ''}
            name="target"
            label={t('settings.audit.of')}
            description={t('settings.audit.ofHint')}
            defaultValue={target}
            maxLength={64}
          />
          <Button type="submit">{t('settings.audit.find')}</Button>
        </div>
      </form>
    </search>
  )
}

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const { t, instant } = useWords()
  const nameOf = useNames('audit')
  const { action, actor, target, outcome, occurredAt, details, companyId } = entry
  return (
    <tr>
      <th scope="row">
        {nameOf(`audit.${action}`) ?? titleOf(action)}
        {outcome === 'refused' && <span className={card.error}>{t('settings.audit.refused')}</span>}
      </th>
      <td>{actor ? <RecordName id={actor.id} /> : t('settings.audit.service')}</td>
      <td>
        <RecordName id={target.id} />
        {companyId !== target.id && <RecordName id={companyId} />}
      </td>
      <td>{instant(occurredAt)}</td>
      <td>
        <DetailList values={details} />
      </td>
    </tr>
  )
}
