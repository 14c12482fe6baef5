import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import styles from './support.module.css'
import { getMailText } from './support-api.ts'

type Props = { readonly ticketId: string; readonly messageId: string }

/** The mail with what its message leaves out: the quoted mail and the signature. It is read when somebody opens it. */
export function WholeMail({ ticketId, messageId }: Props) {
  const { t } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const found = useQuery({
    queryKey: ['ticket-mail', messageId],
    queryFn: ({ signal }) => getMailText(ticketId, messageId, signal),
    enabled: isOpen,
  })
  return (
    <details
      className={styles.mail}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{t('support.wholeMail')}</summary>
      <Refusal error={found.error} />
      {found.data !== undefined && <p className={styles.text}>{found.data}</p>}
    </details>
  )
}
