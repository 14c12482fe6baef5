import { type Static, Type } from 'typebox'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import {
  type Certification,
  contract,
  contractLabel,
  describeExpected,
  describeTask,
  type Observation,
  type PracticeStep,
  practiceSteps,
} from './certification.ts'
import type { CertificationReport } from './certifications.ts'
import type { ContractStatus, UnvalidatedClient } from './contract-store.ts'

const Instant = Type.String({ format: 'date-time' })
const Status = Type.Union([Type.Literal('UNVALIDATED'), Type.Literal('VALIDATED')])

/** The contract status of a client, under `contracts.cartConcurrency`. */
export const ContractView = record(
  'CartContractStatus',
  'Whether a client has passed the cart concurrency contract.',
  {
    version: Type.Integer(),
    status: Status,
    validatedAt: Type.Optional(Instant),
  },
)

export const OwnContractView = record(
  'CartContract',
  'The cart concurrency contract, its steps, and whether this client has passed it.',
  {
    contract: Type.String(),
    ...ContractView.properties,
    steps: Type.Array(
      record('CartContractStep', 'A step of the contract: the task and the expected result.', {
        number: Type.Integer(),
        task: Type.String(),
        expected: Type.String(),
      }),
    ),
  },
  {
    examples: [
      {
        contract: 'cart-concurrency',
        version: 1,
        status: 'UNVALIDATED',
        steps: [
          {
            number: 1,
            task: 'Add three lines to the practice cart.',
            expected: 'Three lines in the cart.',
          },
        ],
      },
    ],
  },
)

const SeenView = record(
  'CertificationObservation',
  'A request of the client, as the certification saw it.',
  {
    operation: Type.String(),
    expectedVersion: Type.Union([Type.Integer(), Type.Null()]),
    currentVersion: Type.Union([Type.Integer(), Type.Null()]),
    outcome: Type.String(),
    at: Instant,
  },
)

const StepView = record(
  'CertificationStep',
  'A step of a certification, and how far the client is.',
  {
    number: Type.Integer(),
    state: Type.Union([
      Type.Literal('WAITING'),
      Type.Literal('ACTIVE'),
      Type.Literal('PASSED'),
      Type.Literal('FAILED'),
    ]),
    action: Type.Union([
      Type.Literal('add_lines'),
      Type.Literal('change_quantity'),
      Type.Literal('remove_line'),
      Type.Literal('clear_cart'),
    ]),
    itemId: Type.Union([Type.String(), Type.Null()]),
    quantity: Type.Union([quantitySchema(), Type.Null()]),
    task: Type.String({ description: 'The task of the step.' }),
    expected: Type.String({ description: 'The requests that the service expects.' }),
    conflictsDue: Type.Integer(),
    conflictsMade: Type.Integer(),
    seen: Type.Array(SeenView),
  },
)

export const CertificationView = record(
  'Certification',
  'A run in which a client proves that it follows the cart concurrency contract.',
  {
    id: Type.String(),
    contract: Type.String(),
    clientId: Type.String(),
    state: Type.Union([Type.Literal('OPEN'), Type.Literal('PASSED'), Type.Literal('FAILED')]),
    failure: Type.Union([Type.String(), Type.Null()], {
      examples: [
        'OVERWROTE',
        'STALE_RETRY',
        'GAVE_UP',
        'VERSION_MISSING',
        'DEADLINE_PASSED',
        'ABANDONED',
        'TOO_MANY_REQUESTS',
      ],
    }),
    practiceCart: Type.Object(
      {
        path: Type.String(),
        header: Type.Object({ name: Type.String(), value: Type.String() }),
      },
      { description: 'Use the ordinary cart routes, with this header on every request.' },
    ),
    openedAt: Instant,
    deadlineAt: Instant,
    closedAt: Type.Union([Instant, Type.Null()]),
    currentStep: Type.Union([Type.Integer(), Type.Null()]),
    steps: Type.Array(StepView),
  },
)

export const UnvalidatedClientView = record(
  'UnvalidatedClient',
  'A client that uses carts and has not passed the contract.',
  {
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    clientId: Type.String(),
    clientName: Type.Optional(
      Type.String({ description: 'The name of the API key or of the partner app.' }),
    ),
    contract: Type.String(),
    status: Status,
    firstSeenAt: Instant,
    lastSeenAt: Instant,
  },
)

export function viewContract(status: ContractStatus): Static<typeof ContractView> {
  const { validatedAt, ...rest } = status
  return { ...rest, ...(validatedAt && { validatedAt: validatedAt.toISOString() }) }
}

export function viewOwnContract(status: ContractStatus): Static<typeof OwnContractView> {
  const steps = practiceSteps().map((step) => ({
    number: step.number,
    task: describeTask(step),
    expected: describeExpected(step),
  }))
  return { contract: contract.name, ...viewContract(status), steps }
}

export function viewCertification({
  certification,
  observations,
}: CertificationReport): Static<typeof CertificationView> {
  const { end, id } = certification
  return {
    id,
    contract: contractLabel,
    clientId: certification.clientId,
    state: end.state,
    failure: end.state === 'FAILED' ? end.failure : null,
    practiceCart: { path: '/api/v1/cart', header: { name: 'x-practice-cart', value: id } },
    openedAt: certification.openedAt.toISOString(),
    deadlineAt: certification.deadlineAt.toISOString(),
    closedAt: end.state === 'OPEN' ? null : end.closedAt.toISOString(),
    currentStep: end.state === 'OPEN' ? certification.step : null,
    steps: certification.steps.map((step) => viewStep(certification, step, observations)),
  }
}

function viewStep(
  { end, step: current }: Certification,
  step: PracticeStep,
  observations: readonly Observation[],
): Static<typeof StepView> {
  const isActive = end.state === 'OPEN' && step.number === current
  return {
    number: step.number,
    state: isActive ? 'ACTIVE' : step.state,
    action: step.task,
    itemId: step.itemId ?? null,
    quantity: step.quantity === undefined ? null : numberOf(step.quantity),
    task: describeTask(step),
    expected: describeExpected(step),
    conflictsDue: step.conflictsDue,
    conflictsMade: step.conflictsMade,
    seen: observations.filter((seen) => seen.step === step.number).map(viewSeen),
  }
}

function viewSeen(seen: Observation): Static<typeof SeenView> {
  return {
    operation: seen.operation,
    expectedVersion: seen.expectedVersion ?? null,
    currentVersion: seen.currentVersion ?? null,
    outcome: seen.outcome,
    at: seen.seenAt.toISOString(),
  }
}

export function viewUnvalidatedClient(
  client: UnvalidatedClient & {
    readonly companyName?: string | undefined
    readonly clientName?: string | undefined
  },
): Static<typeof UnvalidatedClientView> {
  const { companyName, clientName } = client
  return {
    companyId: client.companyId,
    ...(companyName === undefined ? {} : { companyName }),
    clientId: client.clientId,
    ...(clientName === undefined ? {} : { clientName }),
    contract: contractLabel,
    status: 'UNVALIDATED',
    firstSeenAt: client.firstSeenAt.toISOString(),
    lastSeenAt: client.lastSeenAt.toISOString(),
  }
}

const clientExample = 'key_01m7xb82dw3khw78phh28dvacd'

export const certificationExample: Static<typeof CertificationView> = viewCertification({
  certification: {
    id: 'cert_01m7xb82dw3khw78phh28dvacd',
    companyId: 'co_01m7x9r5n2b4j6h8f0d2s4a6p8',
    clientId: clientExample,
    version: contract.version,
    openedAt: new Date('2026-01-02T03:04:05Z'),
    deadlineAt: new Date('2026-01-02T03:19:05Z'),
    step: 1,
    steps: practiceSteps(),
    conflictOpen: false,
    refreshed: false,
    observed: 0,
    end: { state: 'OPEN' },
  },
  observations: [],
})

export const unvalidatedClientExample: Static<typeof UnvalidatedClientView> = {
  companyId: 'co_01m7x9r5n2b4j6h8f0d2s4a6p8',
  companyName: 'Example GmbH',
  clientId: clientExample,
  clientName: 'ERP',
  contract: contractLabel,
  status: 'UNVALIDATED',
  firstSeenAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-01-02T09:00:00.000Z',
}

export const ownContractExample: Static<typeof OwnContractView> = viewOwnContract({
  version: contract.version,
  status: 'UNVALIDATED',
  validatedAt: undefined,
})
