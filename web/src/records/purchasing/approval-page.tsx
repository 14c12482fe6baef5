import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import { type Approval, getApproval } from './approvals-api.ts'

/** One approval request: its order, its steps and votes, its budgets, its differences and its comments. */
export function ApprovalPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('approval.title', { id: recordId })}
      read={({ companyId }, signal) => getApproval(companyId, recordId, signal)}
    >
      {(approval) => (
        <>
          <ApprovalFacts approval={approval} />
          <Steps approval={approval} />
          <Differences approval={approval} />
          <Budgets approval={approval} />
          <Comments approval={approval} />
          <AlsoWaiting approval={approval} />
        </>
      )}
    </OwnedRecord>
  )
}

type Props = { readonly approval: Approval }

function ApprovalFacts({ approval }: Props) {
  const { t, money, instant, list } = useWords()
  const { requester, order, revises, revisedBy, decidedAt, decidedBy } = approval
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`approval.state.${approval.state}`)],
        [t('approval.escalated'), approval.escalated && t('shell.yes')],
        [
          t('lists.column.order'),
          <RecordId key="order" id={approval.orderId} number={approval.orderNumber} />,
        ],
        [t('find.orders.total'), money(approval.total)],
        [t('approval.added'), approval.added && money(approval.added)],
        [t('records.order.poNumber'), order.poNumber],
        [t('records.order.costCenter'), order.costCenter],
        [t('approval.requester'), <RecordName key="requester" id={requester.id} />],
        [t('approval.unit'), requester.unit?.name],
        [t('approval.suppliers'), list(order.suppliers.map(({ name }) => name))],
        [t('records.order.shipTo'), `${order.shipTo.postalCode} ${order.shipTo.city}`],
        [t('approval.tax'), order.totals && money(order.totals.tax)],
        [t('approval.requestedAt'), instant(approval.requestedAt)],
        [t('approval.expiresAt'), instant(approval.expiresAt)],
        [t('approval.decidedAt'), decidedAt && instant(decidedAt)],
        [t('approval.decidedBy'), decidedBy && <RecordName id={decidedBy} />],
        [t('approval.reason'), approval.reason],
        [t('approval.revises'), revises && <RecordId id={revises} />],
        [t('approval.revisedBy'), revisedBy && <RecordId id={revisedBy} />],
      ]}
    />
  )
}

const stepColumns = [
  { title: 'approval.rule' },
  { title: 'approval.mode' },
  { title: 'approval.people' },
  { title: 'approval.votes' },
] as const satisfies readonly Column[]

function Steps({ approval: { steps, step, state } }: Props) {
  const { t, instant } = useWords()
  return (
    <ListView
      title="approval.steps"
      items={steps.map((each, at) => ({ ...each, at }))}
      columns={stepColumns}
      row={({ at, rule, mode, people = [], role, votes }) => (
        <tr key={at}>
          <th scope="row">
            {rule}
            {state === 'PENDING' && at + 1 === step && (
              <span className={lists.quiet}> {t('approval.present')}</span>
            )}
          </th>
          <td>{t(`approval.mode.${mode}`)}</td>
          <td>
            {role !== undefined && <div>{t('approval.approvers')}</div>}
            {people.map((id) => (
              <div key={id}>
                <RecordName id={id} />
              </div>
            ))}
          </td>
          <td>
            {votes.map(({ personId, votedAt }) => (
              <div key={personId}>
                <RecordName id={personId} /> {instant(votedAt)}
              </div>
            ))}
          </td>
        </tr>
      )}
      none="approval.noSteps"
    />
  )
}

const differenceColumns = [
  { title: 'approval.what' },
  { title: 'approval.before' },
  { title: 'approval.after' },
] as const satisfies readonly Column[]

function Differences({ approval: { differences } }: Props) {
  const { t, number, money } = useWords()
  type Value = NonNullable<NonNullable<Approval['differences']>[number]['before']>
  const shown = (value: Value | undefined) => {
    if (value?.amount) return money(value.amount)
    return value?.quantity === undefined ? value?.text : number(value.quantity)
  }
  if (!differences) return null
  return (
    <ListView
      title="approval.differences"
      items={differences.map((each, at) => ({ ...each, at }))}
      columns={differenceColumns}
      row={({ at, field, name, before, after }) => (
        <tr key={at}>
          <th scope="row">
            {t(`approval.field.${field}`)}
            {name !== undefined && <span className={lists.quiet}> {name}</span>}
          </th>
          <td className={lists.words}>{shown(before)}</td>
          <td className={lists.words}>{shown(after)}</td>
        </tr>
      )}
      none="approval.noDifference"
    />
  )
}

const budgetColumns = [
  { title: 'approval.budget' },
  { title: 'approval.usedBefore', isNumber: true },
  { title: 'approval.usedAfter', isNumber: true },
  { title: 'approval.limit', isNumber: true },
] as const satisfies readonly Column[]

function Budgets({ approval: { budgets } }: Props) {
  const { t, money } = useWords()
  if (!budgets) return null
  return (
    <ListView
      title="approval.budgets"
      items={budgets}
      columns={budgetColumns}
      row={({ id, name, before, after, limit, exceeded }) => (
        <tr key={id}>
          <th scope="row">
            {name}
            {exceeded && <span className={card.error}>{t('approval.exceeded')}</span>}
          </th>
          <td className={card.number}>{money(before)}</td>
          <td className={card.number}>{money(after)}</td>
          <td className={card.number}>{money(limit)}</td>
        </tr>
      )}
      none="approval.noBudgets"
    />
  )
}

const commentColumns = [
  { title: 'approval.author' },
  { title: 'approval.writtenAt' },
  { title: 'approval.comment' },
] as const satisfies readonly Column[]

function Comments({ approval: { comments } }: Props) {
  const { instant } = useWords()
  if (!comments) return null
  return (
    <ListView
      title="approval.comments"
      items={comments}
      columns={commentColumns}
      row={({ id, authorId, writtenAt, text }) => (
        <tr key={id}>
          <th scope="row">
            <RecordName id={authorId} />
          </th>
          <td>{instant(writtenAt)}</td>
          <td className={lists.words}>{text}</td>
        </tr>
      )}
      none="approval.noComments"
    />
  )
}

const waitingColumns = [
  { title: 'lists.column.order' },
  { title: 'approval.requestedAt' },
  { title: 'find.orders.total', isNumber: true },
] as const satisfies readonly Column[]

function AlsoWaiting({ approval: { alsoWaiting } }: Props) {
  const { instant, money } = useWords()
  if (!alsoWaiting) return null
  return (
    <ListView
      title="approval.alsoWaiting"
      items={alsoWaiting}
      columns={waitingColumns}
      row={({ id, orderNumber, requestedAt, total }) => (
        <tr key={id}>
          <th scope="row">
            <RecordId id={id} number={orderNumber} />
          </th>
          <td>{instant(requestedAt)}</td>
          <td className={card.number}>{money(total)}</td>
        </tr>
      )}
      none="approval.noneWaits"
    />
  )
}
