import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { assertCurrencyKnown } from '#modules/orders'
import { checkEndpointUrl, newSecret } from '#modules/webhooks'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { auditAutomation } from './audit-automation.ts'
import {
  type Action,
  type Automation,
  automationsMax,
  type Definition,
  type DefinitionInput,
} from './automation.ts'
import { findAutomation, insertAutomation, publishDraft } from './automation-store.ts'
import { assertActionsFit } from './fitting.ts'
import { sealSecret } from './secrets.ts'

export type CreateAutomationInput = DefinitionInput & {
  readonly name: string
  /** ACTIVE publishes it at once. */
  readonly state: 'DRAFT' | 'ACTIVE'
}

/** The secret is in the clear here, for the one answer that shows it. */
export type AutomationWithSecret = { readonly automation: Automation; readonly secret: string }

export async function createAutomation(
  deps: Deps,
  actor: Actor,
  { name, state, ...input }: CreateAutomationInput,
): Promise<AutomationWithSecret> {
  const definition = await acceptDefinition(deps, actor, input)
  const now = deps.now()
  const { companyId, id: by } = actor
  const id = newId('aut', now)
  const secret = newSecret()
  const sealedSecret = sealSecret(deps.seal, companyId, id, secret)
  return deps.database.transaction(async (tx) => {
    const added = { id, companyId, name, definition, sealedSecret, by, now }
    if (!(await insertAutomation(tx, added))) {
      throw fail('too_many_automations', { max: automationsMax })
    }
    auditAutomation(tx, actor, 'created', id, now, detailsOf(definition))
    const created = await findAutomation(tx, companyId, id)
    if (state === 'ACTIVE' && created?.draft) {
      await publishDraft(tx, created, created.draft, by, now)
      auditAutomation(tx, actor, 'published', id, now, { version: 1 })
    }
    const automation = await findAutomation(tx, companyId, id)
    if (!automation) throw new Error('an automation that was just written is not there')
    return { automation, secret }
  })
}

/** Resolves names, so call this outside of any transaction. */
export async function acceptDefinition(
  deps: Deps,
  { companyId }: Actor,
  input: DefinitionInput,
): Promise<Definition> {
  const condition = await deps.conditions.accept(companyId, input.eventType, input.condition)
  assertActionsFit(input)
  await checkActions(deps, companyId, input.actions)
  return { ...input, condition }
}

async function checkActions(
  { outbound, forSale, models, conditions }: Deps,
  companyId: string,
  actions: readonly Action[],
): Promise<void> {
  for (const action of actions) {
    if (action.type === 'accept_proposal') assertCurrencyKnown(action)
    if (action.type === 'call_url') await checkEndpointUrl(outbound.checkUserUrl, action.url)
    if (action.type !== 'ask_model') continue
    if (!models.hasModel(action.model)) throw fail('model_unknown', { model: action.model })
    await conditions.acceptSchema(companyId, action.schema)
  }
  const named = actions.flatMap((action) =>
    action.type === 'add_to_cart' ? (action.items ?? []).map(({ productId }) => productId) : [],
  )
  if (named.length === 0) return
  const known = await forSale(companyId, [...new Set(named)])
  const productIds = named.filter((id) => !known.has(id))
  if (productIds.length > 0) throw fail('products_unknown', { productIds })
}

/** An address may contain a credential, so only its host is recorded. */
export function detailsOf({ eventType, actions }: Definition) {
  return {
    event: eventType,
    actions: actions.map((action) =>
      action.type === 'call_url' ? `call_url ${new URL(action.url).host}` : action.type,
    ),
  }
}
