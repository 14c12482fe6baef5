import { after, hoursMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import { commentLetter } from '../notices/letters.ts'
import { countMailsSince, listDeputiesOf } from '../notices/notice-store.ts'
import { mailsPerHourMax, type NotifyDeps, recipientsMax } from '../notices/notify.ts'
import { type ApprovalRequest, peopleBehind } from '../requests/request.ts'
import { lockRequest } from '../requests/request-store.ts'
import { seatsOf } from '../requests/seats.ts'
import { listVotes } from '../requests/vote-store.ts'
import type { Comment } from './comment.ts'
import { listComments, markMailed } from './comment-store.ts'

type Payload = {
  readonly companyId: string
  readonly requestId: string
  readonly commentId: string
}

/** A second run sends nothing, because the transaction that writes the mails also records them. */
export async function notifyOfComment(
  deps: NotifyDeps,
  { companyId, requestId, commentId }: Payload,
): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const request = await lockRequest(tx, companyId, { id: requestId })
    const comments = await listComments(tx, companyId, requestId)
    const comment = comments.find(({ id }) => id === commentId)
    if (!request || comment?.text === undefined) return
    const { authorId, text } = comment
    const ids = await readersOf(deps, tx, request, comments, now)
    const others = [...ids].filter((id) => id !== authorId).slice(0, recipientsMax)
    const recipients = await deps.reach(tx, companyId, others)
    const sent = await countMailsSince(tx, companyId, after(now, -hoursMs(1)))
    const mails = sent + recipients.length > mailsPerHourMax ? 0 : recipients.length
    if (!(await markMailed(tx, companyId, commentId, mails)) || mails === 0) return
    const [author] = await deps.reach(tx, companyId, [authorId])
    const facts = { request, author: author?.name, comment: text, link: deps.linkOf(requestId) }
    for (const { userId, email, locale } of recipients) {
      const dedupeKey = `approvals.comment/${commentId}/${userId}`
      enqueueMail(tx, { to: email, ...commentLetter(facts, locale), dedupeKey, now })
    }
  })
}

/** The people behind the order, the approvers of the present step, and everybody who has commented or voted. */
async function readersOf(
  deps: NotifyDeps,
  tx: Tx,
  request: ApprovalRequest,
  comments: readonly Comment[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { companyId, id, steps, step: at } = request
  const orderers = peopleBehind(request)
  const votes = (await listVotes(tx, companyId, [id])).get(id) ?? []
  const authors = [
    ...comments.map(({ authorId }) => authorId),
    ...votes.map(({ votedBy }) => votedBy),
  ]
  const step = request.state === 'PENDING' ? steps[at] : undefined
  const seats = step ? await seatsOf(deps, tx, companyId, step, orderers) : []
  const deputies = await listDeputiesOf(tx, companyId, seats, now)
  const { decidedBy } = request
  return new Set([
    ...orderers,
    ...authors,
    ...(decidedBy ? [decidedBy] : []),
    ...seats,
    ...deputies,
  ])
}
