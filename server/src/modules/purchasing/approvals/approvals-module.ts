import { getWorkingTime } from '#modules/calendar'
import type { Fx } from '#modules/fx'
import {
  type Identity,
  listCompanyNames,
  listPeopleIds,
  listReachable,
  listUnitRoles,
  personBehind,
} from '#modules/identity'
import { unitsAbove, unitsOfPurchase } from '#modules/structure'
import type { SettingsReading } from '#platform/config'
import { publicUrlOf } from '#platform/deployment'
import { handle } from '#platform/jobs'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { approvalsProbe } from './approvals-probe.ts'
import { NotifyOfComment } from './comments/add-comment.ts'
import { approvalCommentRoutes } from './comments/comment-routes.ts'
import { notifyOfComment } from './comments/notify-of-comment.ts'
import type { ApprovalsDeps } from './deps.ts'
import { deputyList } from './deputies/deputy-list.ts'
import { ApprovalCommented, ApproverAdded } from './events.ts'
import { approvalsJobs, type NotifyDeps } from './notices/notify.ts'
import {
  approvalCommentsData,
  approvalDecisionsData,
  approvalsData,
} from './personal-data-store.ts'
import { notPlacedList } from './requests/not-placed-list.ts'
import { requestList } from './requests/request-list.ts'
import { requestQueue } from './requests/request-store.ts'
import { ruleList } from './rules/rule-list.ts'
import { approvalRuleRoutes } from './rules/rule-routes.ts'
import { createApprovals } from './service.ts'
import { approvalsSettings } from './settings.ts'

/** The composition root passes in what orders say of themselves, because approvals must not import orders. */
type Needs = Runtime & {
  readonly fx: Fx
  readonly identity: Identity
  readonly describeRequest: NotifyDeps['describe']
  readonly ordersNumbered: ApprovalsDeps['ordersNumbered']
}

export const approvalsModule = defineModule({
  name: 'approvals',
  tags: { Approvals: 'Rules that say which orders need approval, the requests, and deputies.' },
  settings: [approvalsSettings],
  events: [ApprovalCommented, ApproverAdded],
  personalData: [approvalsData, approvalDecisionsData, approvalCommentsData],
  inPlaceQueues: [requestQueue],
  records: { apq: 'approvals.requests' },
  make: (needs: Needs) => {
    const { settings, database, wake, now, fx, identity, describeRequest } = needs
    const peopleOf = listPeopleIds
    const workingTimeOf = getWorkingTime
    const approvals = createApprovals({
      database,
      wake,
      fx,
      peopleOf,
      personBehind,
      unitApproversOf: (conn, companyId, ids) => listUnitRoles(conn, companyId, ids, 'approver'),
      unitsOfPurchase,
      unitsAbove,
      workingTimeOf,
      ordersNumbered: needs.ordersNumbered,
      now,
    })
    return {
      services: { approvals },
      routes: [
        approvalRuleRoutes(approvals),
        listRoutes(
          database,
          requestList(approvals),
          ruleList,
          deputyList(approvals),
          notPlacedList({ database, namesOf: listCompanyNames }),
        ),
        approvalCommentRoutes(approvals),
      ],
      jobs: jobsOf({
        database,
        peopleOf,
        workingTimeOf,
        reach: listReachable,
        adminsOf: (conn, companyId) => identity.admins(conn, companyId),
        describe: describeRequest,
        linkOf: linkTo(settings),
        now,
      }),
      probes: () => [approvalsProbe(approvals, now)],
    }
  },
})

const jobsOf = (deps: NotifyDeps) => [
  ...approvalsJobs(deps),
  handle(NotifyOfComment, (payload) => notifyOfComment(deps, payload)),
]

/** The link to a request: the installation's own page, or else ours. */
function linkTo(settings: SettingsReading): NotifyDeps['linkOf'] {
  const { APPROVALS_PAGE_URL: page } = settings.of(approvalsSettings)
  const ownPage = `${publicUrlOf(settings)}/account/approvals`
  return (requestId) => (page === undefined ? `${ownPage}/${requestId}` : `${page}#${requestId}`)
}
