import type { Actor, Role } from '#kernel/actor'
import { money } from '#kernel/money'
import type { PlannedStep } from './planned-step.ts'
import type { ApprovalRequest, RequestFacts, Vote } from './request.ts'

export const startTime = new Date('2026-01-05T03:04:05Z')
export const expiryTime = new Date('2026-01-08T03:04:05Z')

/** A request that usr_buyer made, in which usr_ann must approve. */
export function aRequest(fields: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: 'apq_1',
    companyId: 'co_1',
    orderId: 'ord_1',
    orderNumber: 'PO-1',
    requestedBy: 'usr_buyer',
    requesterId: 'usr_buyer',
    payerId: undefined,
    ofRequisition: false,
    contentHash: 'hash 1',
    contentDigest: 'digest 1',
    version: 1,
    total: money(10_000n, 'EUR'),
    steps: [aStep()],
    step: 0,
    state: 'PENDING',
    reason: undefined,
    requestedAt: startTime,
    expiresAt: expiryTime,
    remindAfterHours: undefined,
    escalateAfterHours: undefined,
    escalatedStep: undefined,
    decidedBy: undefined,
    decidedAt: undefined,
    cause: undefined,
    facts,
    revises: undefined,
    revisedBy: undefined,
    ...fields,
  } as ApprovalRequest
}

const facts: RequestFacts = {
  costCenters: ['4711'],
  glAccounts: ['6300'],
  projects: [],
  shares: [],
  categoryIds: ['tools'],
  requesterRoles: ['buyer'],
  supplierIds: ['co_supplier'],
  unitIds: ['workshop'],
  newSupplierIds: [],
  raisedPrices: [],
  offContractProducts: [],
  freeTextProducts: [],
}

export function aStep(fields: Partial<PlannedStep> = {}): PlannedStep {
  return {
    mode: 'ALL',
    people: ['usr_ann'],
    role: undefined,
    ruleId: 'apr_1',
    ruleName: 'Above 1000 euros',
    reads: ['total'],
    ...fields,
  }
}

/** The person's own vote in the first step. */
export function aVote(personId: string, fields: Partial<Vote> = {}): Vote {
  return {
    step: 0,
    personId,
    votedBy: personId,
    note: undefined,
    votedAt: startTime,
    keptFrom: undefined,
    ...fields,
  }
}

export function anActor(id: string, ...roles: readonly Role[]): Actor {
  return {
    kind: 'person',
    id,
    companyId: 'co_1' as Actor['companyId'],
    roles: new Set(roles),
    scopes: new Set(),
  }
}
