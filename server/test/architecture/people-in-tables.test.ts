import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { personalData } from '../../src/app/modules.ts'

const database = await useDatabase()

/** Tables with what a person did or wrote, and the part of the export that has it. */
const exported: Readonly<Record<string, string>> = {
  'addresses.addresses': 'addresses',
  'ads.viewer_controls': 'adControls',
  'approvals.comments': 'approval_comments',
  'approvals.requests': 'approval_decisions',
  'approvals.votes': 'approvals',
  'automations.notices': 'automations',
  'cart.carts': 'carts',
  'cart.shares': 'carts',
  'chat.sessions': 'chatSessions',
  'checkout.attempts': 'checkouts',
  'crawl.runs': 'crawls',
  'identity.api_keys': 'identity',
  'identity.invitations': 'identity',
  'identity.memberships': 'identity',
  'identity.oauth_grants': 'identity',
  'identity.passkeys': 'identity',
  'identity.past_memberships': 'identity',
  'identity.sessions': 'identity',
  'identity.totp_factors': 'identity',
  'identity.users': 'identity',
  'invoices.documents': 'invoices',
  'llm.attempts': 'languageModels',
  'offers.requests': 'offers',
  'orders.change_requests': 'orderChangeRequests',
  'orders.orders': 'orders',
  'orders.proposals': 'orderProposals',
  'orders.returns': 'orderReturns',
  'orders.shipments': 'orderShipments',
  'orders.timeline': 'orderSteps',
  'payments.payments': 'payments',
  'platform.audit_entries': 'activity',
  'preferences.views': 'saved views',
  'requisitions.attachments': 'requisitions',
  'requisitions.history': 'requisitionDecisions',
  'requisitions.lines': 'requisitionDecisions',
  'requisitions.requisitions': 'requisitions',
  'search.searches': 'searches',
  'shopping.lists': 'shopping lists',
  'standing.orders': 'standing',
  'support.attachments': 'support',
  'support.messages': 'support',
  'support.tickets': 'support',
}

/** Tables that only name a person by id, which says nothing about an erased one, and why no export has them. */
const notExported: Readonly<Record<string, string>> = {
  'ads.campaigns': 'Terms of the company; the activity says who changed them.',
  'ads.company_controls': 'Terms of the company; the activity says who changed them.',
  'approvals.deputies': 'Deleted with either person; the activity says who chose whom.',
  'approvals.rules': 'Rules of the company; the activity says who changed them.',
  'automations.automations': 'Rules of the company; the activity says who changed them.',
  'automations.runs': 'Runs of a rule of the company; the activity has decisions by hand.',
  'automations.switches': 'Operators switch; the activity says who.',
  'automations.versions': 'Rules of the company; the activity says who published them.',
  'budgets.budgets': 'Limits that the company sets; the activity says who.',
  'crawl.reviews': 'Operators review; the activity says who.',
  'crawl.source_mappings': 'Operators confirm; the activity says who.',
  'fx.held_rates': 'Operators decide; the activity says who.',
  'identity.challenges': 'A question of minutes, deleted with the person.',
  'identity.oauth_apps': 'Apps of the company; the activity says who registered them.',
  'identity.oauth_browsers': 'A sign-in of minutes, deleted with the person.',
  'identity.oauth_tokens': 'Secrets of the exported grants, deleted with them.',
  'identity.password_resets': 'A secret of an hour, deleted with the person.',
  'identity.privacy_exports': 'The export itself, deleted with the person.',
  'identity.recovery_codes': 'Secrets, deleted with the person.',
  'images.pictures': 'Pictures of the catalogue.',
  'imports.imports': 'Files of the catalogue; the activity says who sent them.',
  'incidents.incidents': 'Operators resolve; the activity says who.',
  'llm.counters': 'A count of a day.',
  'llm.limits': 'A limit that the company sets; the activity says who.',
  'llm.prompts': 'Nobody reads prompts; deleted with the person.',
  'llm.usage_days': 'Costs of the company, by day.',
  'orders.credits': 'Amounts of exported steps.',
  'orders.raises': 'Amounts of exported proposals and change requests.',
  'payments.credit_entries': 'A ledger that the law keeps; operators note payments in it.',
  'payments.refunds': 'A ledger that the law keeps; orders have the steps that lead to it.',
  'platform.idempotency': 'Answers of a day, deleted with the person.',
  'shipping.methods': 'Terms of the company; the activity says who changed them.',
  'shipping.minimum_orders': 'Terms of the company; the activity says who changed them.',
  'support.participants': 'Readers of a ticket, deleted with the person.',
  'tax.rate_overrides': 'Operators set rates; the activity says who.',
  'webhooks.deliveries': 'Messages of the company; the activity says who sent one again.',
}

const namesOfPeople =
  '(_by|^user_id|person_id|owner_id|author_id|requester_id|member_id|payer_id|viewer_id|actor_id|deputy_id|assignee_id)$'
/** Dates and marks with such a name. */
const noPeople = ['needed_by', 'answer_by', 'paused_by_closing']

it('somebody has decided about every table that names people', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_schema || '.' || c.table_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    join pg_class k on k.oid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass
    where t.table_type = 'BASE TABLE' and not k.relispartition
      and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.column_name ~ ${namesOfPeople} and not c.column_name = any(${noPeople})
  `.execute(database.pool)
  const decided = [...Object.keys(exported), ...Object.keys(notExported)]
  expect(rows.map(({ name }) => name).sort()).toEqual(decided.sort())
})

it('every part that is to have the rows of a table exists', () => {
  // The module of identity adds its own part.
  const parts = new Set(['identity', ...personalData.map(({ name }) => name)])
  expect(Object.values(exported).filter((name) => !parts.has(name))).toEqual([])
})
