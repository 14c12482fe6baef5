import { after, type Clock, hoursMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { handle, type JobHandler } from '#platform/jobs'
import { enqueueMail, type Reader } from '#platform/mail'
import type { ApprovalsDeps } from '../deps.ts'
import { type ApprovalRequest, peopleBehind } from '../requests/request.ts'
import { lockRequest } from '../requests/request-store.ts'
import { ReviewSteps, reviewStep, reviewSteps } from '../requests/review-steps.ts'
import { seatsOf, votedSeatsOf } from '../requests/seats.ts'
import { listVotes } from '../requests/vote-store.ts'
import { announceEscalation, type NoticeKind, NotifyOfRequest } from './announce.ts'
import { letterOf, type RequestSummary } from './letters.ts'
import { countMailsSince, insertNotice, listDeputiesOf, markEscalated } from './notice-store.ts'

/** A person who can get mail. */
export type Reachable = Reader & { readonly name: string }

export type NotifyDeps = Pick<ApprovalsDeps, 'peopleOf' | 'workingTimeOf'> & {
  readonly database: Database
  /** The named members of the company that are active. */
  readonly reach: (
    conn: Conn,
    companyId: string,
    ids: readonly string[],
  ) => Promise<readonly Reachable[]>
  readonly adminsOf: (
    conn: Conn,
    companyId: string,
  ) => Promise<readonly { readonly userId: string }[]>
  /** The summary of the order in mails. */
  readonly describe: (conn: Conn, request: ApprovalRequest) => Promise<RequestSummary>
  /** The link to a request. */
  readonly linkOf: (requestId: string) => string
  readonly now: Clock
}

/** The most people with a role who get a mail; the others see the request in their list. */
export const recipientsMax = 50
/** Limits the mails of one company, so that nobody can use the service to send bulk mail. */
export const mailsPerHourMax = 500

/** A second run sends nothing: the transaction that writes the mails also records who was notified. */
export function approvalsJobs(deps: NotifyDeps): JobHandler[] {
  return [
    handle(NotifyOfRequest, (payload) => notifyOfRequest(deps, payload)),
    handle(ReviewSteps, ({ companyId }) => reviewSteps(deps, companyId)),
  ]
}

type NoticePayload = {
  readonly companyId: string
  readonly requestId: string
  readonly step: number
  readonly version?: number | undefined
  readonly kind: NoticeKind
}

async function notifyOfRequest(
  deps: NotifyDeps,
  { companyId, requestId, ...notice }: NoticePayload,
): Promise<void> {
  const { step, kind } = notice
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const request = await lockRequest(tx, companyId, { id: requestId })
    if (!request || !isTimely(request, notice, now)) return
    // An account may have been locked in the meantime, or the step may have no approver any more.
    const stepState = kind === 'DECIDED' ? 'open' : await reviewStep(deps, tx, request, now)
    if (stepState === 'approved') return
    if (stepState === 'vacant' && kind !== 'ESCALATED') return announceEscalation(tx, request, now)
    const recipients = await recipientsOf(deps, tx, request, kind, now)
    const sent = await countMailsSince(tx, companyId, after(now, -hoursMs(1)))
    const withheld = sent + recipients.length > mailsPerHourMax
    const mails = withheld ? 0 : recipients.length
    if (!(await insertNotice(tx, request, { step, kind, mails, withheld }, now))) return
    if (kind === 'ESCALATED') await escalateStep(tx, request, recipients.length, now)
    if (!withheld) await enqueueLetters(deps, tx, request, kind, recipients, now)
  })
}

/** No reminder for a step that is over, for an earlier version, or for an order that its buyer cancelled. */
function isTimely(
  { state, expiresAt, ...request }: ApprovalRequest,
  { step, version = 1, kind }: Pick<NoticePayload, 'step' | 'version' | 'kind'>,
  now: Date,
): boolean {
  if (kind === 'DECIDED') return ['APPROVED', 'REJECTED', 'RETURNED', 'EXPIRED'].includes(state)
  const isPresent = request.step === step && request.version === version
  return state === 'PENDING' && isPresent && expiresAt > now
}

async function recipientsOf(
  deps: NotifyDeps,
  tx: Tx,
  request: ApprovalRequest,
  kind: NoticeKind,
  now: Date,
): Promise<readonly Reachable[]> {
  const { companyId } = request
  if (kind === 'DECIDED') return deps.reach(tx, companyId, peopleBehind(request))
  const ids =
    kind === 'ESCALATED'
      ? await listAdminIds(deps, tx, companyId)
      : await approversToAsk(deps, tx, request, now)
  const orderers = peopleBehind(request)
  const others = ids.filter((id) => !orderers.includes(id)).slice(0, recipientsMax)
  return deps.reach(tx, companyId, others)
}

async function listAdminIds(deps: NotifyDeps, tx: Tx, companyId: string): Promise<string[]> {
  return (await deps.adminsOf(tx, companyId)).map(({ userId }) => userId)
}

/** The approvers who have not decided, and those who may decide in their place. */
async function approversToAsk(
  deps: NotifyDeps,
  tx: Tx,
  request: ApprovalRequest,
  now: Date,
): Promise<string[]> {
  const { companyId, id, steps, step: at } = request
  const step = steps[at]
  if (!step) return []
  const seats = await seatsOf(deps, tx, companyId, step, peopleBehind(request))
  const votes = (await listVotes(tx, companyId, [id])).get(id) ?? []
  const votedSeats = votedSeatsOf(votes, at)
  const openSeats = seats.filter((seat) => !votedSeats.has(seat))
  return [...new Set([...openSeats, ...(await listDeputiesOf(tx, companyId, openSeats, now))])]
}

async function escalateStep(
  tx: Tx,
  request: ApprovalRequest,
  administrators: number,
  now: Date,
): Promise<void> {
  await markEscalated(tx, request, request.step)
  recordAudit(tx, {
    companyId: request.companyId,
    action: 'approvals.request_escalated',
    target: { type: 'approval_request', id: request.id },
    outcome: 'done',
    details: { orderId: request.orderId, step: request.step + 1, administrators },
    now,
  })
}

async function enqueueLetters(
  deps: NotifyDeps,
  tx: Tx,
  request: ApprovalRequest,
  kind: NoticeKind,
  recipients: readonly Reachable[],
  now: Date,
): Promise<void> {
  const { companyId, id, requesterId, decidedBy, step, version, expiresAt } = request
  const occasion = version === 1 ? `${step}` : `${step}.${version}`
  const ids = [requesterId, ...(decidedBy === undefined ? [] : [decidedBy])]
  const people = await deps.reach(tx, companyId, ids)
  const nameOf = (userId: string) => people.find((person) => person.userId === userId)?.name
  const facts = {
    request,
    requester: nameOf(requesterId),
    decider: decidedBy === undefined ? undefined : nameOf(decidedBy),
    summary: kind === 'DECIDED' ? undefined : await deps.describe(tx, request),
    link: deps.linkOf(id),
  }
  for (const { userId, email, locale } of recipients) {
    enqueueMail(tx, {
      to: email,
      ...letterOf(kind, facts, locale),
      dedupeKey: `approvals.request/${id}/${occasion}/${kind}/${userId}`,
      ...(kind === 'DECIDED' ? {} : { usefulUntil: expiresAt }),
      now,
    })
  }
}
