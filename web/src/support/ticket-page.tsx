import { Link } from '@tanstack/react-router'
import type { TicketMessage, TicketWithMessages } from '../api-types.ts'
import card from '../components/card.module.css'
import lists from '../components/lists.module.css'
import { RecordFrame } from '../components/record.tsx'
import { Since } from '../components/since.tsx'
import { useWords } from '../language/use-words.ts'
import { CompanyName } from '../records/people/company-name.tsx'
import { RecordId } from '../records/record-id.tsx'
import { History } from './history.tsx'
import { LinkedRecord } from './linked-record.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from './support.module.css'
import { fileAddress, getTicket } from './support-api.ts'
import { TargetTime } from './target-time.tsx'
import { TicketActions } from './ticket-actions.tsx'
import { WholeMail } from './whole-mail.tsx'

type Props = { readonly ticketId: string; readonly now: number }

/** One ticket: what it is about, its messages, and what an operator can do. */
export function TicketPage({ ticketId, now }: Props) {
  const { t } = useWords()
  return (
    <RecordFrame
      queryKey={['ticket', ticketId]}
      read={(signal) => getTicket(ticketId, signal)}
      title={(ticket) => (ticket ? `${ticket.number} ${ticket.subject}`.trimEnd() : ticketId)}
      facts={(ticket) => <Facts ticket={ticket} now={now} />}
      back={<Link to="/admin/support">{t('support.back')}</Link>}
    >
      {(ticket) => (
        <>
          <Thread ticket={ticket} now={now} />
          <TicketActions ticket={ticket} />
          {ticket.state !== 'CLOSED' && <ReplyForm ticketId={ticket.id} />}
          <History ticketId={ticket.id} version={ticket.version} now={now} />
        </>
      )}
    </RecordFrame>
  )
}

type TicketProps = { readonly ticket: TicketWithMessages; readonly now: number }

function Facts({ ticket, now }: TicketProps) {
  const { t } = useWords()
  const { id, state, priority, companyId, companyName, requester, assignee, links } = ticket
  return (
    <dl className={styles.facts}>
      <Fact term={t('support.fact.state')}>
        {t(`support.state.${state}`)} · {t(`support.priority.${priority}`)}
      </Fact>
      <Fact term={t('support.fact.target')}>
        <TargetTime ticket={ticket} now={now} />
      </Fact>
      <Fact term={t('support.fact.company')}>
        <CompanyName id={companyId} name={companyName} />
      </Fact>
      <Fact term={t('support.fact.requester')}>
        {requester.name}
        {requester.id !== undefined && <RecordId id={requester.id} />}
      </Fact>
      <Fact term={t('support.fact.assignee')}>{assignee?.name ?? t('support.nobody')}</Fact>
      {links.length > 0 && (
        <Fact term={t('support.fact.links')}>
          {links.map((link) => (
            <span key={`${link.type} ${link.id}`} className={styles.link}>
              {t(`support.link.${link.type}`)} <LinkedRecord link={link} />
            </span>
          ))}
        </Fact>
      )}
      <Fact term={t('support.fact.id')}>
        <RecordId id={id} />
      </Fact>
    </dl>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Thread({ ticket, now }: TicketProps) {
  const { t } = useWords()
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className={card.heading}>
        {t('support.messages')}
      </h2>
      <ol className={styles.thread}>
        {ticket.messages.map((message) => (
          <Message key={message.id} ticketId={ticket.id} message={message} now={now} />
        ))}
      </ol>
    </section>
  )
}

type MessageProps = {
  readonly ticketId: string
  readonly message: TicketMessage
  readonly now: number
}

function Message({ ticketId, message, now }: MessageProps) {
  const { t, number } = useWords()
  const { id: messageId, author, internal, text, via, mailUrl, attachments, createdAt } = message
  const kind = internal ? 'note' : author.kind === 'AGENT' ? 'agent' : 'customer'
  return (
    <li className={`${card.card} ${styles.message}`} data-kind={kind}>
      <p className={styles.author}>
        <strong>{author.name ?? author.id ?? t('support.somebody')}</strong>{' '}
        <span className={lists.quiet}>
          {t(`support.kind.${kind}`)} · {t(`support.via.${via}`)} ·{' '}
          <Since at={createdAt} now={now} />
        </span>
      </p>
      <p className={styles.text}>{text === '' ? t('support.erased') : text}</p>
      {mailUrl !== undefined && <WholeMail ticketId={ticketId} messageId={messageId} />}
      {attachments.length > 0 && (
        <ul className={styles.files}>
          {attachments.map(({ id, name, bytes, url }) => (
            <li key={id}>
              <a href={fileAddress(url)} download={name}>
                {name}
              </a>{' '}
              <span className={lists.quiet}>
                {t('support.kilobytes', { size: number(Math.ceil(bytes / 1_000)) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
