import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Column, List } from '../components/list.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { useNames } from '../language/use-names.ts'
import { useWords } from '../language/use-words.ts'
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
  return (
    <SearchForm
      act={t('settings.audit.find')}
      fields={[
        {
          name: 'company',
          label: 'lists.column.company',
          description: 'settings.audit.companyHint',
          type: 'company',
          initial: companyId,
        },
        {
          name: 'target',
          label: 'settings.audit.of',
          description: 'settings.audit.ofHint',
          initial: target,
          maxLength: 64,
        },
      ]}
      onSearch={(values) => navigate({ to: '.', search: readAuditSearch(values) })}
    />
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
