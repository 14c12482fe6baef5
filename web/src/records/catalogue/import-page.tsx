import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { listOf } from '../../components/list-of.ts'
import lists from '../../components/lists.module.css'
import { RecordFrame } from '../../components/record.tsx'
import { RouteList } from '../../components/route-list.tsx'
import { useWords } from '../../language/use-words.ts'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import { Timeline } from '../timeline.tsx'
import { type CatalogImport, cancelImport, getImport, isFinished } from './imports-api.ts'

const problems = listOf('/api/v1/catalog/imports/{importId}/errors')

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

function Problems({ importId }: { readonly importId: string }) {
  const { t, number } = useWords()
  return (
    <RouteList
      list={problems}
      id="problems"
      title="imports.problems"
      params={{ importId }}
      keys={['line', 'field', 'code']}
      cells={{
        line: ({ line }) => (line === 0 ? t('imports.wholeFile') : number(line)),
        fatal: ({ fatal }) => t(fatal ? 'imports.leftOut' : 'imports.withoutValue'),
      }}
      none="imports.noProblems"
    />
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
