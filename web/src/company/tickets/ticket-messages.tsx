import { useWords } from '../../language/use-words.ts'
import type { TicketMessage } from './ticket-api.ts'
import styles from './tickets.module.css'

/** The messages of a ticket, the oldest first. */
export function TicketMessages({ messages }: { readonly messages: readonly TicketMessage[] }) {
  const { t, instant } = useWords()
  const oldestFirst = messages.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  return (
    <ol className={styles.messages}>
      {oldestFirst.map(({ id, author, text, attachments, createdAt }) => (
        <li key={id}>
          <p>
            <strong>{author.name ?? t(`tickets.author.${author.kind}`)}</strong>{' '}
            <time dateTime={createdAt}>{instant(createdAt)}</time>
          </p>
          <p className={styles.text}>{text === '' ? t('tickets.erased') : text}</p>
          {attachments.length > 0 && (
            <ul className={styles.files}>
              {attachments.map(({ id: fileId, name, url, signedUrl }) => (
                <li key={fileId}>
                  <a href={signedUrl ?? `/account/api${url}`}>{name}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}
