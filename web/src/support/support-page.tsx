import { useNow } from '../components/use-now.ts'
import { useWords } from '../language/use-words.ts'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import type { SupportSearch } from './support-search.ts'
import { TicketList } from './ticket-list.tsx'
import { TicketPage } from './ticket-page.tsx'

/** The support desk: the queue of tickets, or one of them. Each has its own address. */
export function SupportPage({ search }: { readonly search: SupportSearch }) {
  const { t } = useWords()
  const now = useNow()
  useEndedSession()
  const { ticket: ticketId } = search
  if (ticketId !== undefined) return <TicketPage key={ticketId} ticketId={ticketId} now={now} />
  return (
    <Page title={t('shell.page.support')} headline={t('shell.page.support')}>
      <TicketList now={now} />
    </Page>
  )
}
