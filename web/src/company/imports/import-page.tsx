import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import { List } from '../../components/list.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { CsvLink } from '../csv-link.tsx'
import parts from '../parts.module.css'
import { WholePage } from '../whole-page.tsx'
import {
  type CatalogImport,
  cancelImport,
  getImport,
  listProblems,
  type Problem,
} from './imports-api.ts'

/** One import: how far it is, what it changed, and each problem with its line. */
export function ImportPage({ importId }: { readonly importId: string }) {
  const found = useQuery({
    queryKey: ['imports', importId],
    queryFn: ({ signal }) => getImport(importId, signal),
    refetchInterval: ({ state }) => (state.data && isFinished(state.data) ? false : 1_000),
  })
  return <WholePage query={found}>{(read) => <ShownImport found={read} />}</WholePage>
}

const isFinished = ({ endedAt }: CatalogImport): boolean => endedAt !== null

function ShownImport({ found }: { readonly found: CatalogImport }) {
  const { t, instant } = useWords()
  const title = t('catalogueFiles.importOf', { time: instant(found.createdAt) })
  return (
    <Page title={title} headline={title}>
      <ImportFacts found={found} />
      <div className={parts.actions}>
        {!isFinished(found) && <Cancel importId={found.id} />}
        <Link to="/imports">{t('catalogueFiles.all')}</Link>
      </div>
      <List
        id="problems"
        title="imports.problems"
        none="imports.noProblems"
        queryKey={['imports', found.id, 'problems', found.problems]}
        read={(cursor, signal) => listProblems(found.id, cursor, signal)}
        isLive={false}
        columns={[
          { title: 'catalogueFiles.line' },
          { title: 'catalogueFiles.sku' },
          { title: 'catalogueFiles.field' },
          { title: 'catalogueFiles.problem' },
          { title: 'catalogueFiles.effect' },
        ]}
        row={(problem) => (
          <ProblemRow key={`${problem.line} ${problem.field} ${problem.code}`} problem={problem} />
        )}
        filter={found.problems > 0 && <CsvLink list={`catalog/imports/${found.id}/errors`} />}
      />
    </Page>
  )
}

function ImportFacts({ found }: { readonly found: CatalogImport }) {
  const { t, number } = useWords()
  const { state, format, replace, bytes, records, failure } = found
  return (
    <Facts
      facts={[
        [t('catalogueFiles.state'), t(`imports.state.${state}`)],
        [t('imports.failure'), failure?.code],
        [t('imports.format'), format && t(`catalogueFiles.format.${format}`)],
        [t('imports.mode'), t(replace ? 'imports.replaces' : 'imports.adds')],
        [
          t('imports.progress'),
          <progress
            key="progress"
            aria-label={t('imports.progress')}
            value={bytes.read}
            max={Math.max(bytes.received, 1)}
          />,
        ],
        [t('imports.done'), number(records.done)],
        [t('imports.created'), number(records.created)],
        [t('imports.updated'), number(records.updated)],
        [t('imports.unchanged'), number(records.unchanged)],
        [t('imports.discontinued'), number(records.discontinued)],
        [t('imports.failed'), number(records.failed)],
      ]}
    />
  )
}

function Cancel({ importId }: { readonly importId: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => cancelImport(importId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['imports'] }),
  })
  return (
    <>
      <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {t('imports.cancelSure')}
      </Button>
      <Refusal error={cancelling.error} />
    </>
  )
}

function ProblemRow({ problem }: { readonly problem: Problem }) {
  const { t, number } = useWords()
  const { line, sku, field, message, fatal } = problem
  return (
    <tr>
      <th scope="row" className={card.number}>
        {line === 0 ? t('imports.wholeFile') : number(line)}
      </th>
      <td className={lists.words}>{sku}</td>
      <td className={lists.words}>{field}</td>
      <td className={lists.words}>{message}</td>
      <td>{t(fatal ? 'imports.leftOut' : 'imports.withoutValue')}</td>
    </tr>
  )
}
