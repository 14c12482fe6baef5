import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { QueryView } from '../../components/query-view.tsx'
import { useEndedSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { prefixOf, type RecordPageProps } from '../record-kinds.ts'
import { getOwner } from '../records-api.ts'

const lists: Readonly<Record<string, string>> = { app: 'apps', ivt: 'invitations' }

/** Leads to the list on the page of its company: partner apps and invitations have no page of their own. */
export function PartOfCompany({ recordId }: RecordPageProps) {
  useEndedSession()
  const found = useQuery({
    queryKey: ['owner', recordId],
    queryFn: ({ signal }) => getOwner(recordId, signal),
  })
  const owner = found.data
  if (owner) {
    const params = { recordId: owner.companyId }
    const hash = lists[prefixOf(recordId)] ?? ''
    return <Navigate to="/admin/records/$recordId" params={params} hash={hash} replace />
  }
  return (
    <Page title={recordId} headline={recordId}>
      <QueryView query={found}>{() => null}</QueryView>
    </Page>
  )
}
