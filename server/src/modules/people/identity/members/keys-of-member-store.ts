import type { Scope } from '#kernel/actor'
import { sql, type Tx } from '#platform/db'

export type KeyOfMember = { readonly id: string; readonly name: string }

/** No company has more keys than this. Any others would have to be revoked. */
const keysMax = 1_000

/** Keys that work, were made by the person, and have one of these scopes. */
export async function listKeysThatLose(
  tx: Tx,
  companyId: string,
  userId: string,
  { scopes, now }: { readonly scopes: readonly Scope[]; readonly now: Date },
): Promise<KeyOfMember[]> {
  if (scopes.length === 0) return []
  const { rows } = await sql<KeyOfMember>`
    select id, name from identity.api_keys
    where company_id = ${companyId} and created_by = ${userId}
      and revoked_at is null and expires_at > ${now} and scopes && ${[...scopes]}::text[]
    order by created_at, id
    limit ${keysMax}
  `.execute(tx)
  return rows.map(({ id, name }) => ({ id, name }))
}

type HandOver = {
  readonly ids: readonly string[]
  readonly from: string
  readonly to: string
  /** The rights of `from`. */
  readonly allowed: readonly Scope[]
}

/** The keys can do no more than before: they lose for good the scopes that their first owner no longer has. */
export async function handOverKeys(
  tx: Tx,
  companyId: string,
  { ids, from, to, allowed }: HandOver,
): Promise<void> {
  await sql`
    update identity.api_keys
    set created_by = ${to},
        scopes = array(select scope from unnest(scopes) as scope where scope = any(${[...allowed]}::text[]))
    where company_id = ${companyId} and created_by = ${from} and id = any(${[...ids]}::text[])
  `.execute(tx)
}
