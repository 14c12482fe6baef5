import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { type Column, List } from '../../components/list.tsx'
import { RecordFrame } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import lists from '../../lists/lists.module.css'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import { Timeline } from '../timeline.tsx'
import {
  type CatalogImport,
  cancelImport,
  getImport,
  type ImportProblem,
  isFinished,
  listImportProblems,
} from './imports-api.ts'

/** The import of one catalogue file: its progress, its result, and each problem with its line. */
export function ImportPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <RecordFrame
      title={t('imports.title', { id: recordId })}
      queryKey={['record', recordId]}
      read={(signal) => getImport(recordId, signal)}
    >
      {(found) => (
        <>
          <ImportFacts found={found} />
          {!isFinished(found) && (
            <Actions>
              <Action
                ask={t('imports.cancel')}
                label={t('imports.cancelOf', { id: recordId })}
                act={t('imports.cancelSure')}
                run={() => cancelImport(recordId)}
              />
            </Actions>
          )}
          <Problems importId={recordId} />
          <History found={found} />
        </>
      )}
    </RecordFrame>
  )
}

function ImportFacts({ found }: { readonly found: CatalogImport }) {
  const { t, number } = useWords()
  const { state, supplierId, format, replace, bytes, records, problems, failure } = found
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`imports.state.${state}`)],
        [t('imports.failure'), failure?.code],
        [t('records.lines.supplier'), <RecordName key="supplier" id={supplierId} />],
        [t('imports.format'), format],
        [t('imports.mode'), t(replace ? 'imports.replaces' : 'imports.adds')],
        [
          t('imports.progress'),
          <>
            <progress
              aria-label={t('imports.progress')}
              value={bytes.read}
              max={Math.max(bytes.received, 1)}
            />
            <span className={lists.quiet}>
              {t('imports.read', { read: number(bytes.read), received: number(bytes.received) })}
            </span>
          </>,
        ],
        [t('imports.done'), number(records.done)],
        [t('imports.created'), number(records.created)],
        [t('imports.updated'), number(records.updated)],
        [t('imports.unchanged'), number(records.unchanged)],
        [t('imports.discontinued'), number(records.discontinued)],
        [t('imports.failed'), number(records.failed)],
        [t('imports.problems'), number(problems)],
      ]}
    />
  )
}

const columns = [
  { title: 'imports.line' },
  { title: 'imports.sku' },
  { title: 'imports.field' },
  { title: 'imports.problem' },
] as const satisfies readonly Column[]

function Problems({ importId }: { readonly importId: string }) {
  return (
    <List
      id="problems"
      title="imports.problems"
      queryKey={['import-problems', importId]}
      read={(cursor, signal) => listImportProblems(importId, cursor, signal)}
      columns={columns}
      row={(problem) => (
        <ProblemRow key={`${problem.line} ${problem.field} ${problem.code}`} problem={problem} />
      )}
      none="imports.noProblems"
    />
  )
}

function ProblemRow({ problem }: { readonly problem: ImportProblem }) {
  const { t, number } = useWords()
  const { line, sku, field, message, fatal } = problem
  return (
    <tr>
      <th scope="row">{line === 0 ? t('imports.wholeFile') : number(line)}</th>
      <td>{sku}</td>
      <td>{field}</td>
      <td className={lists.words}>
        {message}
        <span className={lists.quiet}>
          {' '}
          {t(fatal ? 'imports.leftOut' : 'imports.withoutValue')}
        </span>
      </td>
    </tr>
  )
}

function History({ found }: { readonly found: CatalogImport }) {
  const { t } = useWords()
  const { createdAt, startedAt, endedAt, state } = found
  return (
    <Timeline
      entries={[
        { at: createdAt, text: t('imports.timeline.received') },
        ...(startedAt ? [{ at: startedAt, text: t('imports.timeline.started') }] : []),
        ...(endedAt ? [{ at: endedAt, text: t(`imports.state.${state}`) }] : []),
      ]}
    />
  )
}
