import { useEffect, useRef } from 'react'
import type { ChatMessage } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import styles from './chat.module.css'

/** What was said, with the newest message in view. */
export function MessageLog({ messages }: { readonly messages: readonly ChatMessage[] }) {
  const { t } = useWords()
  const log = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls into view.
  useEffect(() => {
    log.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' })
  }, [messages.length])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard.
    <div className={styles.log} role="log" aria-label={t('chat.messages')} tabIndex={0}>
      <ol ref={log} className={styles.messages}>
        {messages.map(({ id, role, text }) => (
          <li key={id} className={styles[role]}>
            <span className={styles.speaker}>{t(`chat.role.${role}`)}</span>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
