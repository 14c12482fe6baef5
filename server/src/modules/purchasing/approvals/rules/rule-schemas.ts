import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { record } from '#kernel/record'
import { viewMoney } from '#platform/http'
import type { Deputy } from '../deputies/deputy.ts'
import { conditionSchemas } from './condition-schemas.ts'
import { type ApprovalRule, stepModes, timeoutHoursMax } from './rule.ts'

const PersonId = Type.String({ minLength: 1, maxLength: 64 })

export const StepFields = {
  mode: Type.Enum([...stepModes], {
    description:
      'ANY: one approval is enough. ALL: everybody must approve, except the person who ordered.',
  }),
  people: Type.Optional(Type.Array(PersonId, { maxItems: 20 })),
  role: Type.Optional(
    Type.Enum(['approver'], {
      description:
        'Everybody who has this role at the time of the decision may approve, in addition to `people`.',
    }),
  ),
  mayReduce: Type.Optional(
    Type.Boolean({
      description:
        'True: these approvers may lower quantities and remove lines before they decide. Default: false.',
    }),
  ),
}

const example = {
  name: 'Above 1000 euros',
  position: 10,
  conditions: { amountFrom: { amount: '1000.00', currency: 'EUR' }, costCenters: ['4711'] },
  steps: [
    { mode: 'ANY', role: 'approver' },
    { mode: 'ALL', people: ['usr_01m7xb82dw3khw78phh28dvacd'] },
  ],
  timeoutHours: 72,
  remindAfterHours: 8,
  escalateAfterHours: 24,
}

function makeOptional<Schemas extends Readonly<Record<string, TSchema>>>(schemas: Schemas) {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Schemas]: TOptional<Schemas[Name]> }
}

export const RuleBody = record(
  'SetApprovalRule',
  'The orders that need approval, and their approvers.',
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description: 'The rule with the smallest position asks first. Default: 100.',
      }),
    ),
    conditions: Type.Optional(
      Type.Object(makeOptional(conditionSchemas), {
        description:
          'All conditions that are given must hold. Without conditions the rule applies to every order.',
      }),
    ),
    steps: Type.Array(record('ApprovalStep', 'The approvers of a step of a rule.', StepFields), {
      minItems: 1,
      maxItems: 10,
    }),
    timeoutHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: timeoutHoursMax,
        description:
          'Hours of working days until an undecided order is given up. Default: 72. It is given up in six days at the latest, because a card payment is held for seven.',
      }),
    ),
    remindAfterHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 143,
        description:
          'Hours of working days until approvers who have not decided get a reminder by mail. Default: a third of the time.',
      }),
    ),
    escalateAfterHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 143,
        description:
          'Hours of working days from the start of a step until administrators get a mail and may decide in the place of the approvers. Default: two thirds of the time.',
      }),
    ),
  },
  { examples: [example] },
)

export const RuleParams = Type.Object({ ruleId: Type.String({ maxLength: 64 }) })

const ruleExample = { id: 'apr_01m7xb82dw3khw78phh28dvacd', ...example }

export const RuleView = record(
  'ApprovalRule',
  'A rule that says which orders need approval, and by whom.',
  {
    id: Type.String(),
    name: Type.String(),
    position: Type.Integer(),
    conditions: Type.Object(makeOptional(conditionSchemas)),
    steps: Type.Array(record('ApprovalStep', 'The approvers of a step of a rule.', StepFields)),
    timeoutHours: Type.Integer(),
    remindAfterHours: Type.Optional(Type.Integer()),
    escalateAfterHours: Type.Optional(Type.Integer()),
  },
  { examples: [ruleExample] },
)

export const RulesView = record(
  'ApprovalRules',
  'The approval rules of the company.',
  { rules: Type.Array(RuleView) },
  { examples: [{ rules: [ruleExample] }] },
)

const Instant = Type.String({ format: 'date-time', maxLength: 40 })
const deputyExample = {
  deputyId: 'usr_01m7xb82dw3khw78phh28dvacd',
  startsAt: '2026-07-01T00:00:00.000Z',
  endsAt: '2026-07-15T00:00:00.000Z',
}

export const DeputyBody = record(
  'AppointDeputy',
  'The person who approves in your place, and from when to when.',
  {
    deputyId: PersonId,
    startsAt: Type.Optional(
      Type.String({ ...Instant, description: 'The start of the time. Default: now.' }),
    ),
    endsAt: Instant,
  },
  { examples: [deputyExample] },
)

export const DeputyParams = Type.Object({ deputyId: Type.String({ maxLength: 64 }) })

const deputyViewExample = { id: 'dep_01m7xb82dw3khw78phh28dvacd', ...deputyExample }

export const DeputyView = record(
  'Deputy',
  'A person who approves in the place of another for some time.',
  {
    id: Type.String(),
    deputyId: Type.String(),
    startsAt: Type.String({ format: 'date-time' }),
    endsAt: Type.String({ format: 'date-time' }),
  },
  { examples: [deputyViewExample] },
)

export const DeputiesView = record(
  'Deputies',
  'The deputies of a person.',
  { deputies: Type.Array(DeputyView) },
  { examples: [{ deputies: [deputyViewExample] }] },
)

export function viewRule(rule: ApprovalRule): Static<typeof RuleView> {
  const { id, name, position, steps, timeoutHours, remindAfterHours, escalateAfterHours } = rule
  const {
    amountFrom,
    firstOrderFromSupplier,
    aboveLastPrice,
    offContract,
    freeTextLines,
    ...lists
  } = rule.conditions
  const givenLists = Object.entries(lists).filter(([, values]) => values.length > 0)
  return {
    id,
    name,
    position,
    conditions: {
      ...(amountFrom && { amountFrom: viewMoney(amountFrom) }),
      ...Object.fromEntries(givenLists.map(([field, values]) => [field, [...values]])),
      ...(firstOrderFromSupplier && { firstOrderFromSupplier }),
      ...(aboveLastPrice && { aboveLastPrice }),
      ...(offContract && { offContract }),
      ...(freeTextLines && { freeTextLines }),
    },
    steps: steps.map(viewStep),
    timeoutHours,
    ...(remindAfterHours !== undefined && { remindAfterHours }),
    ...(escalateAfterHours !== undefined && { escalateAfterHours }),
  }
}

export function viewStep({ mode, people, role, mayReduce }: ApprovalRule['steps'][number]) {
  return {
    mode,
    ...(people.length > 0 && { people: [...people] }),
    ...(role && { role }),
    ...(mayReduce && { mayReduce }),
  }
}

export function viewDeputy({ id, deputyId, startsAt, endsAt }: Deputy): Static<typeof DeputyView> {
  return { id, deputyId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}
