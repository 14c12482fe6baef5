import {
  alsoWaitingOf,
  budgetsOf,
  contextFacts,
  differencesOf,
  type ShownContext,
} from './approval-facts.ts'
import { changeForm } from './change-form.ts'
import { accountLayout, alert, formToken, type Html, html, note, type Viewer } from './layout.ts'
import { orderLines, type ShownOrder } from './order-page.ts'
import { reduceForm } from './reduce-form.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

export type ShownApproval = ShownContext & {
  readonly id: string
  readonly orderId: string
  readonly orderNumber: string
  readonly state: string
  readonly contentHash: string
  readonly version: number
  readonly total: Money
  readonly added?: Money
  readonly requestedBy: string
  readonly expiresAt: string
  readonly step: number
  readonly steps: readonly {
    readonly rule: string
    readonly mode: string
    readonly people?: readonly string[]
    readonly role?: string
    readonly addedBy?: string
    readonly votes: readonly {
      readonly personId: string
      readonly votedBy?: string
      readonly note?: string
      readonly votedAt: string
      readonly keptFrom?: string
    }[]
  }[]
  readonly escalated: boolean
  readonly decidedAt?: string
  readonly decidedBy?: string
  readonly reason?: string
  readonly revises?: string
  readonly revisedBy?: string
  readonly mayDecide: boolean
  readonly mayReduce: boolean
  readonly mayRevise: boolean
  readonly comments?: readonly ShownComment[]
}

type ShownComment = {
  readonly id: string
  readonly authorId: string
  readonly text?: string
  readonly writtenAt: string
}

export type ApprovalPage = {
  readonly viewer: Viewer
  readonly request: ShownApproval
  /** Undefined if the person may decide, and may not read the order. */
  readonly order: ShownOrder | undefined
  /** The members of the company, by id. */
  readonly names: ReadonlyMap<string, string>
  readonly problem?: string | undefined
  /** What the person has just done. */
  readonly done?: 'yes' | 'reduced' | undefined
  /** Makes a comment that is sent twice one comment. */
  readonly key: string
  /** What the person typed before. */
  readonly typed?: {
    readonly note?: string
    readonly reason?: string
    readonly comment?: string
    readonly text?: string
  }
  /** What the person typed into the form that changes a returned order. */
  readonly changed?: Readonly<Record<string, string>> | undefined
  /** What the person typed into the form that lowers quantities. */
  readonly reduced?: Readonly<Record<string, string>> | undefined
  /** The page on which a card pays the changed order. */
  readonly payAt?: string
}

export function approvalPage(words: AccountWords, page: ApprovalPage): string {
  const { t, money, instant } = words
  const { viewer, request, order, problem } = page
  const title = t('approval.title', { amount: money(request.total) })
  const isOpen = request.state === 'PENDING' && request.mayDecide
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
<p>${t('approval.who', { name: nameOf(words, page, request.requestedBy) })}
<a href="/account/orders/${request.orderId}">${t('approval.order', { number: request.orderNumber })}</a></p>
${request.added && html`<p>${t('approval.added', { added: money(request.added) })}</p>`}
${note(problem === undefined ? doneText(words, page) : undefined)}
${alert(problem)}
${page.payAt !== undefined && html`<p><a class="big" href="${page.payAt}">${t('change.pay')}</a></p>`}
${isOpen ? html`<p><b>${t(request.added ? 'approval.changeUntil' : 'approval.until', { time: instant(request.expiresAt) })}</b></p>` : outcome(words, page)}
${otherVersion(t('approval.revises'), request.revises)}${otherVersion(t('approval.revisedBy'), request.revisedBy)}
${contextFacts(words, request)}
${differencesOf(words, request)}
${order && orderLines(words, order)}
${order && request.version > 1 && html`<p class="quiet">${t('approval.asOrdered')}</p>`}
${budgetsOf(words, request)}
<h2>${t('approval.rules')}</h2>
<ul class="plain">${request.steps.map((step, at) => stepItem(words, page, step, at))}</ul>
${request.escalated && html`<p>${t('approval.escalated')}</p>`}
${isOpen && decisionForms(words, page)}
${isOpen && reduction(words, page)}
${revision(words, page)}
${commentsOf(words, page)}
${isOpen && approverForm(words, page)}
${alsoWaitingOf(words, request)}`,
    { viewer, isWide: true },
  )
}

function doneText({ t }: AccountWords, { done }: ApprovalPage): string | undefined {
  if (done === undefined) return undefined
  return t(done === 'reduced' ? 'approval.reduced' : 'approval.decided')
}

function reduction(words: AccountWords, page: ApprovalPage): Html | false | undefined {
  const { request, order, viewer, reduced } = page
  if (!request.mayReduce || !order) return false
  const { id: approvalId, contentHash, step } = request
  const form = { approvalId, contentHash, step, order, formToken: viewer.formToken }
  return reduceForm(words, { ...form, typed: reduced })
}

/** An order for several addresses is divided again in the cart. */
function revision(words: AccountWords, page: ApprovalPage): Html | false | undefined {
  const { request, order, viewer, key, changed, payAt } = page
  if (!request.mayRevise || !order || payAt !== undefined) return false
  if ((order.deliveries?.length ?? 1) > 1) return html`<p>${words.t('change.inTheCart')}</p>`
  const { formToken: token } = viewer
  return changeForm(words, {
    approvalId: request.id,
    order,
    formToken: token,
    key,
    typed: changed,
  })
}

function otherVersion(text: string, id: string | undefined): Html | undefined {
  return id === undefined ? undefined : html`<p><a href="/account/approvals/${id}">${text}</a></p>`
}

function outcome(words: AccountWords, page: ApprovalPage): Html {
  const { t, instant } = words
  const { state, decidedAt, decidedBy, reason, id } = page.request
  return html`<div class="note">
<p><b>${wordFor(words, `approval.${state}`)}</b></p>
${decidedAt !== undefined && decidedBy !== undefined && html`<p>${t('approval.decidedBy', { name: nameOf(words, page, decidedBy), time: instant(decidedAt) })}</p>`}
${reason !== undefined && html`<p>${t('approval.reasonWas', { reason })}</p>`}
${state === 'APPROVING' && html`<p><a href="/account/approvals/${id}">${t('approval.refresh')}</a></p>`}
</div>`
}

function stepItem(
  words: AccountWords,
  page: ApprovalPage,
  { rule, mode, people, role, votes, addedBy }: ShownApproval['steps'][number],
  at: number,
): Html {
  const { t, instant, list } = words
  const { request } = page
  const isCurrent = request.state === 'PENDING' && at + 1 === request.step
  const named =
    people &&
    list([
      ...people.map((id) => nameOf(words, page, id)),
      ...(role === undefined ? [] : [t('rules.everyApprover')]),
    ])
  const isAll = mode === 'ALL'
  const who =
    named === undefined
      ? t(isAll ? 'approval.allApprovers' : 'approval.anyApprover')
      : t(isAll ? 'approval.allOf' : 'approval.anyOf', { people: named })
  return html`<li><b>${rule}</b>${isCurrent && html` <span class="small">(${t('approval.current')})</span>`}
<br><span class="quiet">${who}</span>${addedBy !== undefined && html`<br><span class="quiet">${t('approval.addedBy', { name: nameOf(words, page, addedBy) })}</span>`}
${votes.map((vote) => {
  const name = nameOf(words, page, vote.personId)
  const time = instant(vote.votedAt)
  const text =
    vote.votedBy === undefined
      ? t('approval.voted', { name, time })
      : t('approval.votedFor', { deputy: nameOf(words, page, vote.votedBy), name, time })
  return html`<br>${text}${vote.note !== undefined && html`<br>${vote.note}`}${vote.keptFrom !== undefined && html`<br><span class="quiet">${t('approval.kept')}</span>`}`
})}</li>`
}

/** The version and the step that the person reads go with the decision, so that it counts for nothing else. */
function decisionForms({ t }: AccountWords, { request, viewer, typed }: ApprovalPage): Html {
  const address = `/account/approvals/${request.id}`
  return html`<div class="decision">
<form method="post" action="${address}" aria-label="${t('approval.approve')}">
${formToken(viewer.formToken)}
<input type="hidden" name="contentHash" value="${request.contentHash}">
<input type="hidden" name="step" value="${request.step}">
<label class="field" for="note">${t('approval.note')}</label>
<textarea id="note" name="note" maxlength="1000">${typed?.note ?? ''}</textarea>
<div class="actions"><button class="primary" type="submit" name="decision" value="approve">${t('approval.approve')}</button></div>
</form>
<form method="post" action="${address}" aria-label="${t('approval.returnTitle')}">
${formToken(viewer.formToken)}
<input type="hidden" name="contentHash" value="${request.contentHash}">
<input type="hidden" name="step" value="${request.step}">
<label class="field" for="comment">${t('approval.commentLabel')}</label>
<textarea id="comment" name="comment" required maxlength="1000">${typed?.comment ?? ''}</textarea>
<div class="actions"><button type="submit" name="decision" value="return">${t('approval.return')}</button></div>
</form>
<form method="post" action="${address}" aria-label="${t('approval.rejectTitle')}">
${formToken(viewer.formToken)}
<input type="hidden" name="contentHash" value="${request.contentHash}">
<input type="hidden" name="step" value="${request.step}">
<label class="field" for="reason">${t('approval.reasonLabel')}</label>
<textarea id="reason" name="reason" required maxlength="1000">${typed?.reason ?? ''}</textarea>
<div class="actions"><button type="submit" name="decision" value="reject">${t('approval.reject')}</button></div>
</form>
</div>`
}

const commentable = ['PENDING', 'APPROVING', 'RETURNED']

function commentsOf(words: AccountWords, page: ApprovalPage): Html {
  const { t, instant } = words
  const { request, viewer, typed, key } = page
  const { comments = [] } = request
  return html`${comments.length > 0 && html`<h2>${t('approval.comments')}</h2>`}
<ul class="plain">${comments.map(
    ({ authorId, text, writtenAt }) =>
      html`<li><span class="quiet">${t('approval.commentBy', { name: nameOf(words, page, authorId), time: instant(writtenAt) })}</span><br>${text ?? t('approval.erased')}</li>`,
  )}</ul>
${
  commentable.includes(request.state) &&
  html`<form method="post" action="/account/approvals/${request.id}" aria-label="${t('approval.ask')}">
${formToken(viewer.formToken)}
<input type="hidden" name="key" value="${key}">
<label class="field" for="text">${t('approval.ask')}</label>
<textarea id="text" name="text" required maxlength="1000">${typed?.text ?? ''}</textarea>
<div class="actions"><button type="submit" name="decision" value="comments">${t('approval.send')}</button></div>
</form>`
}`
}

function approverForm({ t }: AccountWords, { request, viewer, names }: ApprovalPage): Html {
  const others = [...names].filter(([id]) => id !== request.requestedBy)
  return html`<form method="post" action="/account/approvals/${request.id}" aria-label="${t('approval.addApprover')}">
${formToken(viewer.formToken)}
<label class="field" for="personId">${t('approval.addApprover')}</label>
<select id="personId" name="personId">${others.map(([id, name]) => html`<option value="${id}">${name}</option>`)}</select>
<div class="actions"><button type="submit" name="decision" value="approvers">${t('approval.add')}</button></div>
</form>`
}

function nameOf({ t }: AccountWords, { names }: ApprovalPage, id: string): string {
  return names.get(id) ?? t(id.startsWith('usr_') ? 'person.left' : 'person.integration')
}
