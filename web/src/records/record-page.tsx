import { Navigate } from '@tanstack/react-router'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { loadedPageOf, placeOf, type RecordPageProps } from './record-kinds.ts'

/** The page of any record: the prefix of the id says what it is. */
export function RecordPage({ recordId }: RecordPageProps) {
  const place = placeOf(recordId)
  if (place) return <Navigate {...place} replace />
  const Kind = loadedPageOf(recordId)
  return Kind ? <Kind key={recordId} recordId={recordId} /> : <NotFoundPage />
}
