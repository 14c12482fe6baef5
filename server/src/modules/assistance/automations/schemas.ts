import { Type } from 'typebox'
import { quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { AcceptProposalShape } from './actions/accept-proposal-schema.ts'
import { conditionMax } from './cel/compile.ts'
import { type ConditionForm, formOperators } from './cel/form.ts'
import {
  type Automation,
  actionsMax,
  automationsMax,
  cartItemsMax,
  noticeWays,
  runsPerMinuteMax,
  ticketPriorities,
  type Version,
} from './editing/automation.ts'

const Instant = Type.String({ format: 'date-time' })

const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '\\S',
  description: 'A label for people.',
})

const Trigger = Type.Object({
  event: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'A kind of event from `GET /api/v1/webhooks/event-kinds`, except `webhook.*`.',
    examples: ['order.created'],
  }),
})

const FormTest = record('ConditionTest', 'A comparison of one field of the event with a value.', {
  field: Type.String({
    maxLength: 200,
    pattern: '^(?:data|event)(?:\\.[A-Za-z_][A-Za-z0-9_]*){1,8}$',
    description: 'The path of a field in the event, such as `data.total.amount`.',
  }),
  operator: Type.Enum(formOperators, {
    description:
      '`lt`, `le`, `gt` and `ge` compare amounts where the value is a decimal string. `present` and `absent` have no value.',
  }),
  value: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 200 }),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 100 }),
    ]),
  ),
})
const Inner = Type.Union([
  record('AllTests', 'All of these comparisons must be true.', {
    all: Type.Array(FormTest, { minItems: 1, maxItems: 20 }),
  }),
  record('AnyTest', 'One of these comparisons must be true.', {
    any: Type.Array(FormTest, { minItems: 1, maxItems: 20 }),
  }),
])
const Row = Type.Union([FormTest, ...Inner.anyOf])
const Form = Type.Union(
  [
    record('AllRows', 'All of these rows must be true.', {
      all: Type.Array(Row, { minItems: 1, maxItems: 20 }),
    }),
    record('AnyRow', 'One of these rows must be true.', {
      any: Type.Array(Row, { minItems: 1, maxItems: 20 }),
    }),
  ],
  { description: 'A condition as rows. Either all of them or any of them must hold.' },
)

const Condition = Type.Union([Type.String({ maxLength: conditionMax }), ...Form.anyOf], {
  description:
    'CEL over `event` and `data`, or rows that compile to it. An empty condition always holds. Compare amounts with `decimal(…)`.',
  examples: ['decimal(data.total.amount) >= decimal("1000") && data.total.currency == "EUR"'],
})

const ActionShape = Type.Union(
  [
    record('CallUrlAction', 'Calls an address with the event.', {
      type: Type.Literal('call_url'),
      url: Type.String({
        minLength: 1,
        maxLength: 2_048,
        description:
          'The service sends the event to this address by POST, signed like a webhook. It must be https and public.',
      }),
    }),
    record(
      'NotifyAction',
      'Notifies the administrators of the company, in the product and by mail.',
      {
        type: Type.Literal('notify'),
        subject: Type.String({ minLength: 1, maxLength: 150, pattern: '\\S' }),
        message: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }),
        by: Type.Optional(
          Type.Array(Type.Enum([...noticeWays]), {
            minItems: 1,
            maxItems: noticeWays.length,
            description:
              'The ways of notification. `in_app`: GET /api/v1/notifications. Default: both.',
          }),
        ),
      },
    ),
    record(
      'ApproveOrderAction',
      'Approves the order of `order.created` for the person who published the automation. That person must have a place in the approval, and cannot approve an order of their own.',
      { type: Type.Literal('approve_order') },
    ),
    record(
      'HoldOrderAction',
      'Holds the order of the event until an administrator releases it: it is not approved, confirmed or shipped.',
      {
        type: Type.Literal('hold_order'),
        reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
      },
    ),
    AcceptProposalShape,
    record(
      'AddToCartAction',
      'Adds products to the cart of the person who published the automation. The lines of the cart stay.',
      {
        type: Type.Literal('add_to_cart'),
        items: Type.Optional(
          Type.Array(
            record('AutomationCartItem', 'A product and how many of it to add.', {
              productId: Type.String({ minLength: 1, maxLength: 64 }),
              quantity: quantitySchema(),
            }),
            {
              minItems: 1,
              maxItems: cartItemsMax,
              description:
                'The products to add. Default: the lines of the event, to order them again.',
            },
          ),
        ),
      },
    ),
    record(
      'AskModelAction',
      'Asks a language model about the event, for the person who published the automation. The company pays. The answer is the event `automation.model_answered`.',
      {
        type: Type.Literal('ask_model'),
        model: Type.String({
          minLength: 1,
          maxLength: 120,
          description: 'A model of a family from `GET /api/v1/llm/models`.',
        }),
        question: Type.String({
          minLength: 1,
          maxLength: 4_000,
          pattern: '\\S',
          description: 'What the model should find out. It gets the event too.',
        }),
        schema: Type.Record(Type.String(), Type.Unknown(), {
          description:
            'The JSON Schema of the answer: any that the gateway takes. A schema that only lists plain fields (`type` and `properties`) asks for all of them and no other.',
        }),
        strict: Type.Optional(
          Type.Boolean({
            description:
              'Whether the provider keeps to the schema exactly; it then refuses schemas that it does not support. Every answer is checked in any case. Default: true for a schema that only lists plain fields, otherwise false.',
          }),
        ),
        maxTokens: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 4_000,
            description: 'The most tokens of the answer. Default: 1,000.',
          }),
        ),
      },
    ),
    record(
      'CreateTicketAction',
      'Asks the support desk about the order, the payment or the product of the event, as the person who published the automation.',
      {
        type: Type.Literal('create_ticket'),
        subject: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
        message: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }),
        priority: Type.Optional(
          Type.Enum([...ticketPriorities], { description: 'Default: NORMAL.' }),
        ),
      },
    ),
    record(
      'ReplyToTicketAction',
      'Writes a message to the ticket of the event, as the person who published the automation.',
      {
        type: Type.Literal('reply_to_ticket'),
        message: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }),
      },
    ),
  ],
  { description: 'The actions run in order. Each runs once, even if the run is retried.' },
)
const Actions = Type.Array(ActionShape, { minItems: 1, maxItems: actionsMax })

const Limits = Type.Object({
  runsPerMinute: Type.Integer({
    minimum: 1,
    maximum: runsPerMinuteMax,
    description:
      'The maximum number of runs in a minute. Further runs are held until somebody releases them. Default: 60.',
  }),
})

export const CreateAutomationBody = record(
  'CreateAutomation',
  `The event that starts the automation, its condition and its actions. A company has at most ${automationsMax} automations.`,
  {
    name: Name,
    trigger: Trigger,
    condition: Type.Optional(Condition),
    actions: Actions,
    state: Type.Optional(
      Type.Enum(['DRAFT', 'ACTIVE'], {
        description: 'ACTIVE also publishes the automation. Default: DRAFT.',
      }),
    ),
    limits: Type.Optional(Limits),
  },
  {
    examples: [
      {
        name: 'Large orders to finance',
        trigger: { event: 'order.created' },
        condition: 'decimal(data.total.amount) >= decimal("1000")',
        actions: [{ type: 'call_url', url: 'https://finance.example.com/hooks/orders' }],
        state: 'ACTIVE',
      },
    ],
  },
)

export const ChangeAutomationBody = record(
  'ChangeAutomation',
  'The fields of an automation that change.',
  {
    name: Type.Optional(Name),
    trigger: Type.Optional(Trigger),
    condition: Type.Optional(Condition),
    actions: Type.Optional(Actions),
    state: Type.Optional(
      Type.Enum(['ACTIVE', 'PAUSED'], {
        description: 'PAUSED cancels runs that wait. ACTIVE resumes with events from now on.',
      }),
    ),
    limits: Type.Optional(Limits),
  },
  { minProperties: 1, examples: [{ state: 'PAUSED' }] },
)

const VersionView = record(
  'AutomationVersion',
  'A version of an automation: its event, condition and actions.',
  {
    version: Type.Integer(),
    trigger: Type.Object({ event: Type.String() }),
    condition: Type.String({ description: 'The condition in CEL.' }),
    form: Type.Optional(Form),
    actions: Type.Array(ActionShape),
    limits: Type.Object({ runsPerMinute: Type.Integer() }),
    createdAt: Instant,
    publishedAt: Type.Optional(Instant),
    publishedBy: Type.Optional(Type.String()),
  },
)

const automationFields = {
  id: Type.String(),
  name: Type.String(),
  state: Type.Enum(['DRAFT', 'ACTIVE', 'PAUSED'], {
    description: 'DRAFT: no version was published yet.',
  }),
  failingSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'The automation was paused at this time, because it failed 20 times without a success.',
    }),
  ),
  published: Type.Optional(VersionView),
  draft: Type.Optional(VersionView),
  createdAt: Instant,
  updatedAt: Instant,
}
export const AutomationView = record(
  'Automation',
  'An automation. `published` is the version that runs while it is ACTIVE. Publishing makes `draft` that version.',
  automationFields,
)
export const AutomationWithHeldView = record(
  'AutomationWithHeldRuns',
  'An automation, and how many runs are held.',
  {
    ...automationFields,
    heldRuns: Type.Integer({ description: 'The number of runs that a release would start.' }),
  },
)
export const AutomationWithSecretView = record(
  'AutomationWithSecret',
  'An automation, with the secret that is shown once.',
  {
    ...automationFields,
    secret: Type.String({
      description:
        'The secret that verifies the signatures of its calls. Only this answer contains it.',
    }),
  },
)

export const RotatedSecretView = record(
  'RotatedAutomationSecret',
  'The new secret of an automation, and when the old one expires.',
  {
    secret: Type.String({
      description:
        'The secret that verifies the signatures of its calls. Only this answer contains it.',
    }),
    previousSecretExpiresAt: Instant,
  },
)

type FormOf = (condition: string) => ConditionForm | undefined

export function viewAutomation(
  automation: Automation,
  formOf: FormOf,
): Type.Static<typeof AutomationView> {
  const { id, name, state, failingSince, published, draft, createdAt, updatedAt } = automation
  return {
    id,
    name,
    state,
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(published && { published: viewVersion(published, formOf) }),
    ...(draft && { draft: viewVersion(draft, formOf) }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function viewVersion(version: Version, formOf: FormOf): Type.Static<typeof VersionView> {
  const { eventType, condition, actions, runsPerMinute, createdAt } = version
  const form = formOf(condition)
  return {
    version: version.version,
    trigger: { event: eventType },
    condition,
    ...(form && { form: form as Type.Static<typeof Form> }),
    actions: actions as Type.Static<typeof Actions>,
    limits: { runsPerMinute },
    createdAt: createdAt.toISOString(),
    ...(version.publishedAt && { publishedAt: version.publishedAt.toISOString() }),
    ...(version.publishedBy !== undefined && { publishedBy: version.publishedBy }),
  }
}

export const automationExample: Type.Static<typeof AutomationView> = {
  id: 'aut_01m7x9v1c40e5rk2m8w3tq6zna',
  name: 'Large orders to finance',
  state: 'ACTIVE',
  published: {
    version: 1,
    trigger: { event: 'order.created' },
    condition: 'decimal(data.total.amount) >= decimal("1000")',
    form: { all: [{ field: 'data.total.amount', operator: 'ge', value: '1000' }] },
    actions: [{ type: 'call_url', url: 'https://finance.example.com/hooks/orders' }],
    limits: { runsPerMinute: 60 },
    createdAt: '2026-01-01T09:00:00.000Z',
    publishedAt: '2026-01-01T09:00:00.000Z',
    publishedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  },
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-01T09:00:00.000Z',
}

/** All bytes are zero: no automation has this secret. */
export const exampleSecret = `whsec_${'A'.repeat(43)}=`
