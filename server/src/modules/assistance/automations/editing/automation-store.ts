import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import {
  type Action,
  type Automation,
  type AutomationState,
  automationsMax,
  type Definition,
  type Version,
} from './automation.ts'

export type NewAutomation = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly definition: Definition
  readonly sealedSecret: string
  readonly by: string
  readonly now: Date
}

/** The first version is a draft. Returns false if the company has the maximum number of automations. */
export async function insertAutomation(tx: Tx, automation: NewAutomation): Promise<boolean> {
  const { id, companyId, name, definition, sealedSecret, by, now } = automation
  const { numAffectedRows } = await sql`
    insert into automations.automations
      (company_id, id, name, state, latest_version, event_type, secret_sealed, created_by, created_at, updated_at)
    select ${companyId}, ${id}, ${name}, 'DRAFT', 1, ${definition.eventType}, ${sealedSecret}, ${by},
           ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from automations.automations
           where company_id = ${companyId} and state <> 'DELETED') < ${automationsMax}
  `.execute(tx)
  if (numAffectedRows !== 1n) return false
  await insertVersion(tx, companyId, id, { version: 1, definition, by, now })
  return true
}

type NewVersion = {
  readonly version: number
  readonly definition: Definition
  readonly by: string
  readonly now: Date
}

async function insertVersion(
  tx: Tx,
  companyId: string,
  id: string,
  { version, definition, by, now }: NewVersion,
): Promise<void> {
  const { eventType, condition, actions, runsPerMinute } = definition
  await sql`
    insert into automations.versions
      (company_id, automation_id, version, event_type, condition, actions, runs_per_minute, created_by, created_at)
    values (${companyId}, ${id}, ${version}, ${eventType}, ${condition}, ${JSON.stringify(actions)}::jsonb,
            ${runsPerMinute}, ${by}, ${now})
  `.execute(tx)
}

/** Changes the draft, or begins one beside the running version. The row of the automation must be locked. */
export async function writeDraft(
  tx: Tx,
  automation: Automation,
  definition: Definition,
  by: string,
  now: Date,
): Promise<void> {
  const { companyId, id, draft } = automation
  const { eventType, condition, actions, runsPerMinute } = definition
  if (draft) {
    await sql`
      update automations.versions
      set event_type = ${eventType}, condition = ${condition}, actions = ${JSON.stringify(actions)}::jsonb,
          runs_per_minute = ${runsPerMinute}, created_by = ${by}, created_at = ${now}
      where company_id = ${companyId} and automation_id = ${id} and version = ${draft.version}
        and published_at is null
    `.execute(tx)
    return
  }
  const version = (automation.published?.version ?? 0) + 1
  await insertVersion(tx, companyId, id, { version, definition, by, now })
  await sql`
    update automations.automations set latest_version = ${version}
    where company_id = ${companyId} and id = ${id}
  `.execute(tx)
}

/** The draft becomes the running version. The row of the automation must be locked. */
export async function publishDraft(
  tx: Tx,
  { companyId, id }: Automation,
  draft: Version,
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    update automations.versions set published_at = ${now}, published_by = ${by}
    where company_id = ${companyId} and automation_id = ${id} and version = ${draft.version}
  `.execute(tx)
  await sql`
    update automations.automations
    set published_version = ${draft.version}, event_type = ${draft.eventType}, state = 'ACTIVE', updated_at = ${now},
        failing_since = null, judged_since = ${now}::timestamptz,
        active_since = case when state = 'ACTIVE' and event_type = ${draft.eventType}
          then active_since else ${now}::timestamptz end
    where company_id = ${companyId} and id = ${id}
  `.execute(tx)
}

const endRunsSet = sql`pauses = pauses + 1, ending = true, released_until = null, flood_notified_at = null`

/**
 * Returns false if no version was published, so that nothing can run. A pause ends the runs that were accepted before
 * it.
 */
export async function setState(
  tx: Tx,
  { companyId, id }: Automation,
  state: 'ACTIVE' | 'PAUSED',
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automations.automations
    set state = ${state}, updated_at = ${now}, failing_since = null, judged_since = ${now}
        ${state === 'PAUSED' ? sql`, ${endRunsSet}` : sql``},
        active_since = case when state = ${state} then active_since else ${now}::timestamptz end
    where company_id = ${companyId} and id = ${id} and published_version is not null and state <> 'DELETED'
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function rename(
  tx: Tx,
  { companyId, id }: Automation,
  name: string,
  now: Date,
): Promise<void> {
  await sql`
    update automations.automations set name = ${name}, updated_at = ${now}
    where company_id = ${companyId} and id = ${id}
  `.execute(tx)
}

export async function markDeleted(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automations.automations
    set state = 'DELETED', secret_sealed = null, previous_secret_sealed = null, previous_secret_until = null, active_since = null,
        updated_at = ${now}, ${endRunsSet}
    where company_id = ${companyId} and id = ${id} and state <> 'DELETED'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The previous secret signs until then as well. */
export async function rotateSealedSecret(
  tx: Tx,
  companyId: string,
  id: string,
  rotation: { readonly sealedSecret: string; readonly until: Date; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automations.automations
    set previous_secret_sealed = secret_sealed, previous_secret_until = ${rotation.until},
        secret_sealed = ${rotation.sealedSecret}, updated_at = ${rotation.now}
    where company_id = ${companyId} and id = ${id} and state <> 'DELETED'
  `.execute(tx)
  return numAffectedRows === 1n
}

export type AutomationWithVersions = {
  id: string
  company_id: string
  name: string
  state: string
  failing_since: Date | null
  created_at: Date
  updated_at: Date
  published: VersionJson | null
  draft: VersionJson | null
}
type VersionJson = {
  version: number
  event_type: string
  condition: string
  actions: Action[]
  runs_per_minute: number
  created_at: string
  published_at: string | null
  published_by: string | null
}

/** Undefined if the automation does not exist, belongs to another company, or was deleted. */
export async function findAutomation(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Automation | undefined> {
  const { rows } = await sql<AutomationWithVersions>`
    select ${automationColumns} from ${fromAutomations}
    where t.company_id = ${companyId} and t.id = ${id} and t.state <> 'DELETED'
  `.execute(conn)
  return rows[0] && toAutomation(rows[0])
}

/** Locks the automation until the transaction ends. */
export async function lockAutomation(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<Automation | undefined> {
  await sql`
    select 1 from automations.automations where company_id = ${companyId} and id = ${id} for update
  `.execute(tx)
  return findAutomation(tx, companyId, id)
}

export const fromAutomations = sql`automations.automations t
  left join automations.versions p
    on p.company_id = t.company_id and p.automation_id = t.id and p.version = t.published_version
  left join automations.versions d
    on d.company_id = t.company_id and d.automation_id = t.id and d.version = t.latest_version
      and d.published_at is null`

export const automationColumns = sql`t.id, t.company_id, t.name, t.state, t.failing_since, t.created_at, t.updated_at,
  to_jsonb(p) as published, to_jsonb(d) as draft`

export function toAutomation(row: AutomationWithVersions): Automation {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    state: row.state as AutomationState,
    published: row.published ? toVersion(row.published) : undefined,
    draft: row.draft ? toVersion(row.draft) : undefined,
    failingSince: row.failing_since ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toVersion(row: VersionJson): Version {
  return {
    version: row.version,
    eventType: row.event_type,
    condition: row.condition,
    actions: row.actions,
    runsPerMinute: row.runs_per_minute,
    createdAt: new Date(row.created_at),
    publishedAt: row.published_at ? new Date(row.published_at) : undefined,
    publishedBy: row.published_by ?? undefined,
  }
}
