import { Navigate } from '@tanstack/react-router'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { loadedPageOf, prefixOf, type RecordPageProps } from './record-kinds.ts'

/** The page of any record: the prefix of the id says what it is. */
export function RecordPage({ recordId }: RecordPageProps) {
  const prefix = prefixOf(recordId)
  switch (prefix) {
    case 'ord':
      return <Navigate to="/admin/orders/$orderId" params={{ orderId: recordId }} replace />
    case 'pay':
      return <Navigate to="/admin/payments/$paymentId" params={{ paymentId: recordId }} replace />
    case 'tkt':
      return <Navigate to="/admin/support" search={{ ticket: recordId }} replace />
    case 'chs':
      return <Navigate to="/admin/chat" search={{ session: recordId }} replace />
  }
  const Kind = loadedPageOf(recordId)
  return Kind ? <Kind key={recordId} recordId={recordId} /> : <NotFoundPage />
}
