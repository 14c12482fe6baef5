import { type Actor, may, type Role, scopesOfRoles } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { enqueueMail, oneLine } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { writeMail } from '../mails.ts'
import { fail } from './failures.ts'
import { handOverKeys, type KeyOfMember, listKeysThatLose } from './keys-of-member-store.ts'
import type { Member } from './member.ts'
import { findMember, listAdmins } from './member-store.ts'

export type Parting = {
  readonly rolesLeft: readonly Role[]
  /** The person who takes the keys over. */
  readonly heirId: string | undefined
  readonly now: Date
}

/** The most keys that an answer or a mail names. A company has few keys. */
const namedMax = 50

/**
 * A participant. A key can do no more than the person who made it. So if that person leaves or loses roles, the
 * company's integrations would stop, and nobody would know why. An administrator therefore names the person who takes
 * these keys over, or revokes them first. A person who is no administrator may leave without that, because a handover
 * could give a key more rights than it has now. The administrators are notified.
 */
export async function partWithKeys(
  tx: Tx,
  actor: Actor,
  member: Member,
  { rolesLeft, heirId, now }: Parting,
): Promise<void> {
  const { companyId, userId } = member
  const left = scopesOfRoles(rolesLeft)
  const allowed = [...scopesOfRoles(member.roles)]
  const lost = allowed.filter((scope) => !left.has(scope))
  const keys = await listKeysThatLose(tx, companyId, userId, { scopes: lost, now })
  if (keys.length === 0) return
  const mayHandOver = actor.id !== userId || may(member, 'own_keys_of_others')
  const named = keys.slice(0, namedMax)
  if (mayHandOver) {
    if (heirId === undefined) throw fail('keys_depend', { keys: named, count: keys.length })
    await assertHeirIsAdmin(tx, member, heirId)
    const ids = keys.map(({ id }) => id)
    await handOverKeys(tx, companyId, { ids, from: userId, to: heirId, allowed })
    recordAudit(tx, {
      companyId,
      actor,
      action: 'identity.api_keys_handed_over',
      target: { type: 'person', id: userId },
      outcome: 'done',
      details: { to: heirId, keys: named.map(({ id }) => id), count: keys.length },
      now,
    })
  }
  await notifyAdministrators(tx, member, { keys, isHandedOver: mayHandOver, heirId, now })
}

async function assertHeirIsAdmin(tx: Tx, { companyId, userId }: Member, heirId: string) {
  const heir = heirId === userId ? undefined : await findMember(tx, companyId, heirId)
  if (!heir || !may(heir, 'own_keys_of_others'))
    throw fail('heir_unfit', { handOverKeysTo: heirId })
}

type HandOver = {
  readonly keys: readonly KeyOfMember[]
  readonly isHandedOver: boolean
  readonly heirId: string | undefined
  readonly now: Date
}

async function notifyAdministrators(
  tx: Tx,
  { companyId, userId, name }: Member,
  { keys, isHandedOver, heirId, now }: HandOver,
): Promise<void> {
  const heir =
    isHandedOver && heirId !== undefined ? await findMember(tx, companyId, heirId) : undefined
  const list = keys.slice(0, namedMax).map((key) => `${oneLine(key.name)} (${key.id})`)
  const values = { person: oneLine(name), keys: list.join('\n') }
  for (const admin of await listAdmins(tx, companyId)) {
    if (admin.userId === userId) continue
    enqueueMail(tx, {
      to: admin.email,
      ...(heir
        ? writeLetter(writeMail, admin.locale, 'keys_handed_over', {
            ...values,
            heir: oneLine(heir.name),
          })
        : writeLetter(writeMail, admin.locale, 'keys_stopped', values)),
      dedupeKey: `identity.keys_of_member/${companyId}/${userId}/${now.getTime()}/${admin.userId}`,
      now,
    })
  }
}
