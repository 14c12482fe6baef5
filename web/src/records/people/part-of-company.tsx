import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEndedSession } from '../../session.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { prefixOf, type RecordPageProps } from '../record-kinds.ts'
import { getOwner } from '../records-api.ts'

const lists: Readonly<Record<string, string>> = { app: 'apps', ivt: 'invitations' }

/** Leads to the list on the page of its company: partner apps and invitations have no page of their own. */
export function PartOfCompany({ recordId }: RecordPageProps) {
  useEndedSession()
  const { data: owner, error } = useQuery({
    queryKey: ['owner', recordId],
    queryFn: ({ signal }) => getOwner(recordId, signal),
  })
  if (owner) {
    const params = { recordId: owner.companyId }
    const hash = lists[prefixOf(recordId)] ?? ''
    return <Navigate to="/admin/records/$recordId" params={params} hash={hash} replace />
  }
  return (
    <Page title={recordId} headline={recordId}>
      {error ? <Refusal error={error} /> : <Skeleton height={120} />}
    </Page>
  )
}
