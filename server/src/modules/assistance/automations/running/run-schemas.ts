import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { TracedPart } from '../cel/evaluate.ts'
import type { DryRun } from '../editing/dry-run.ts'
import type { WouldDo } from '../editing/would-do.ts'
import type { KillSwitch } from '../watch/switch-store.ts'
import { outcomes, type RecordedOutcome, type Run, runStates, type Step } from './run.ts'

const Instant = Type.String({ format: 'date-time' })

const TracePart = record(
  'ConditionTracePart',
  'A part of the condition and what it evaluated to.',
  {
    expression: Type.String(),
    value: Type.Optional(Type.Boolean()),
    error: Type.Optional(Type.String()),
  },
)

const outcomeView = record('DeadLetterDecision', 'The decision of an operator on a dead letter.', {
  outcome: Type.Enum(outcomes),
  by: Type.String(),
  at: Instant,
  note: Type.Optional(Type.String()),
})

const runFields = {
  id: Type.String(),
  automationId: Type.String(),
  version: Type.Integer(),
  eventId: Type.String(),
  eventType: Type.String(),
  state: Type.Enum(runStates),
  reason: Type.Optional(
    Type.String({ description: 'A code for programs. Present if the run did not simply succeed.' }),
  ),
  depth: Type.Integer({
    description: 'The number of automations in the chain that led to this run, including its own.',
  }),
  path: Type.Array(Type.String(), { description: 'The automations of that chain, this one last.' }),
  attempts: Type.Integer(),
  nextAttemptAt: Type.Optional(Instant),
  lastError: Type.Optional(Type.String()),
  createdAt: Instant,
  finishedAt: Type.Optional(Instant),
  trace: Type.Optional(
    Type.Array(TracePart, { description: 'The result of each part of the condition.' }),
  ),
  outcome: Type.Optional(outcomeView),
  decisions: Type.Optional(
    Type.Array(outcomeView, {
      description: 'For a dead letter: every decision on it, the oldest first.',
    }),
  ),
}

export const RunView = record('AutomationRun', 'A run of an automation for one event.', runFields)
export const RunWithStepsView = record(
  'AutomationRunWithSteps',
  'A run of an automation, with the actions that it has done.',
  {
    ...runFields,
    steps: Type.Array(
      record('AutomationRunStep', 'An action that a run has done, and its result.', {
        stepId: Type.Integer({ description: 'The position of the action in the list, from 1.' }),
        output: Type.Record(Type.String(), Type.Unknown()),
        doneAt: Instant,
      }),
      { description: 'The completed actions. A retry of the run skips them.' },
    ),
  },
)
export const DeadLetterView = record(
  'AutomationDeadLetter',
  'A run that was given up and waits for a decision.',
  { ...runFields, companyId: Type.String() },
)

export const ReleasedView = record(
  'ReleasedRuns',
  'The number of held runs that were released, and of those that remain.',
  {
    released: Type.Integer(),
    remaining: Type.Integer({
      description: 'The number of runs that are still held. 0: all of them continue.',
    }),
  },
)

export const DryRunBody = record(
  'DryRunAutomation',
  'The number of latest events for the dry run.',
  {
    last: Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'The number of events of its kind, the newest first, from the last 30 days.',
    }),
  },
  { examples: [{ last: 10 }] },
)
const WouldDoView = record('DryRunAction', 'An action that the automation would do.', {
  stepId: Type.Integer({ description: 'The position of the action in the list, from 1.' }),
  output: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The output of the action.' }),
  ),
  action: Type.Optional(Type.String({ description: 'The action that would be refused.' })),
  refused: Type.Optional(
    Type.String({
      description: 'The reason for the refusal. The actions after it are then not tried.',
    }),
  ),
})
const dryRunExample = {
  version: 2,
  events: [
    {
      eventId: 'evt_01m7xb82dw3khw78phh28dvacd',
      occurredAt: '2026-01-02T03:04:05.000Z',
      entity: { type: 'order', id: 'ord_01m7xb82dw3khw78phh28dvacd' },
      outcome: 'held',
      trace: [{ expression: 'data.state == "PLACED"', value: true }],
      actions: [{ stepId: 1, output: { action: 'call_url', host: 'erp.example.com' } }],
    },
  ],
}

export const DryRunView = record(
  'AutomationDryRun',
  'The actions that an automation would have executed for the latest events.',
  {
    version: Type.Integer(),
    events: Type.Array(
      record('DryRunEvent', 'An event of a dry run, and what the automation would do for it.', {
        eventId: Type.String(),
        occurredAt: Instant,
        entity: Type.Object({ type: Type.String(), id: Type.String() }),
        outcome: Type.Enum(['held', 'not_held', 'failed', 'timeout'], {
          description:
            '`held`: the condition holds, so the actions would run. `timeout`: the evaluation took over 50 ms.',
        }),
        error: Type.Optional(Type.String()),
        trace: Type.Array(TracePart),
        actions: Type.Optional(
          Type.Array(WouldDoView, {
            description:
              'The results of its actions at this moment, for the newest five events for which the condition holds. Nothing is executed.',
          }),
        ),
      }),
    ),
  },
  { examples: [dryRunExample] },
)

export const ReviewBody = record(
  'ReviewDeadLetter',
  'The decision on a dead letter.',
  {
    outcome: Type.Enum(outcomes, {
      description: '`replayed` runs it again. Actions that are already done are not repeated.',
    }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  },
  { examples: [{ outcome: 'replayed', note: 'The receiver is back.' }] },
)

export const SwitchOffBody = record(
  'SwitchAutomationsOff',
  'The automations to stop, and the reason.',
  {
    scope: Type.String({
      maxLength: 64,
      pattern: '^(?:all|co_[0-9a-z]{26})$',
      description: '`all`, or the id of a company.',
    }),
    note: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  },
  { examples: [{ scope: 'all', note: 'A receiver is flooded.' }] },
)
/** The request may come without a body. Pages send changes as JSON, so `{}` is valid too. */
export const ReleaseBody = Type.Optional(
  Type.Union(
    [
      record(
        'ReleaseHeldRuns',
        'No fields: all held runs are released.',
        {},
        {
          additionalProperties: false,
        },
      ),
      Type.Null(),
    ],
    { examples: [{}] },
  ),
)

export const SwitchView = record(
  'AutomationSwitch',
  'A switch that stops automations, and who set it.',
  {
    scope: Type.String(),
    companyName: Type.Optional(
      Type.String({ description: 'The name of the company, if the switch is for one company.' }),
    ),
    by: Type.String(),
    byName: Type.Optional(Type.String()),
    at: Instant,
    note: Type.String(),
  },
)

export function viewRun(run: Run): Type.Static<typeof RunView> {
  const waits = run.state === 'PENDING' || run.state === 'RETRYING'
  return {
    id: run.id,
    automationId: run.automationId,
    version: run.version,
    eventId: run.eventId,
    eventType: run.eventType,
    state: run.state,
    ...(run.reason !== undefined && { reason: run.reason }),
    depth: run.depth,
    path: [...run.path],
    attempts: run.attempts,
    ...(waits && { nextAttemptAt: run.availableAt.toISOString() }),
    ...(run.lastError !== undefined && { lastError: run.lastError }),
    createdAt: run.createdAt.toISOString(),
    ...(run.finishedAt && { finishedAt: run.finishedAt.toISOString() }),
    ...(run.trace && { trace: run.trace.map(viewPart) }),
    ...(run.outcome && { outcome: viewDecision(run.outcome) }),
    ...(run.decisions.length > 0 && { decisions: run.decisions.map(viewDecision) }),
  }
}

const viewDecision = ({ outcome, by, at, note }: RecordedOutcome) => ({
  outcome,
  by,
  at: at.toISOString(),
  ...(note !== undefined && { note }),
})

export const viewDeadLetter = (run: Run): Type.Static<typeof DeadLetterView> => ({
  ...viewRun(run),
  companyId: run.companyId,
})

export const viewStep = ({ stepId, output, doneAt }: Step) => ({
  stepId,
  output: { ...output },
  doneAt: doneAt.toISOString(),
})

export function viewSwitch(
  { scope, by, at, note }: KillSwitch,
  names: ReadonlyMap<string, string>,
): Type.Static<typeof SwitchView> {
  const companyName = names.get(scope)
  const byName = names.get(by)
  return {
    scope,
    ...(companyName === undefined ? {} : { companyName }),
    by,
    ...(byName === undefined ? {} : { byName }),
    at: at.toISOString(),
    note,
  }
}

export function viewDryRun({ version, tried }: DryRun): Type.Static<typeof DryRunView> {
  return {
    version,
    events: tried.map(({ eventId, occurredAt, entity, evaluation, actions }) => ({
      eventId,
      occurredAt: occurredAt.toISOString(),
      entity: { type: entity.type, id: entity.id },
      outcome: evaluation.outcome,
      ...(evaluation.error !== undefined && { error: evaluation.error }),
      trace: evaluation.trace.map(viewPart),
      ...(actions && { actions: actions.map(viewWouldDo) }),
    })),
  }
}

const viewWouldDo = (one: WouldDo) =>
  'output' in one ? { ...one, output: { ...one.output } } : one

function viewPart({ expression, value, error }: TracedPart): Type.Static<typeof TracePart> {
  return {
    expression,
    ...(value !== undefined && { value }),
    ...(error !== undefined && { error }),
  }
}

export const runExample: Type.Static<typeof RunView> = {
  id: 'run_01m7xb82dw3khw78phh28dvacd',
  automationId: 'aut_01m7x9v1c40e5rk2m8w3tq6zna',
  version: 1,
  eventId: 'evt_01m7xb82dw3khw78phh28dvacd',
  eventType: 'order.created',
  state: 'SUCCEEDED',
  depth: 1,
  path: ['aut_01m7x9v1c40e5rk2m8w3tq6zna'],
  attempts: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T03:04:06.000Z',
  trace: [{ expression: 'decimal(data.total.amount) >= decimal("1000")', value: true }],
}

export const deadLetterExample: Type.Static<typeof DeadLetterView> = {
  ...runExample,
  state: 'DEAD_LETTERED',
  reason: 'action_failed',
  lastError: 'status 503',
  attempts: 6,
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
}
