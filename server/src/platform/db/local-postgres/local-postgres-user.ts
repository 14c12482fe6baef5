import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** The user that the server runs as, if it is not our own. */
export type ServerUser = { readonly uid: number; readonly gid: number }

/**
 * PostgreSQL refuses to run as root, so a root process gives it to another user: the owner of existing data, else the owner of the
 * folder around it, else a user of the system. No user is created.
 */
export async function serverUser(dataDir: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await readUsers()
  const owner = await ownerOf(dataDir)
  const chosen =
    known.find(({ uid }) => uid !== 0 && uid === owner) ??
    known.find(({ name }) => name === 'postgres') ??
    known.find(({ name }) => name === 'nobody') ??
    known.find(({ uid }) => uid !== 0)
  if (!chosen)
    throw new Error('PostgreSQL does not run as root, and /etc/passwd names nobody else.')
  return { uid: chosen.uid, gid: chosen.gid }
}

export const enter = 0b001
export const readAndEnter = 0b101

/** Whether that user can reach the path and use it. A checkout in a closed home directory is out of reach. */
export async function isReachable(
  path: string,
  user: ServerUser | undefined,
  use = readAndEnter,
): Promise<boolean> {
  if (!user) return true
  const target = resolve(path)
  for (let place = target; ; place = dirname(place)) {
    const { mode, uid, gid } = await stat(place)
    const allowed = mode >> (uid === user.uid ? 6 : gid === user.gid ? 3 : 0)
    const needed = place === target ? use : enter
    if ((allowed & needed) !== needed) return false
    if (place === dirname(place)) return true
  }
}

type User = ServerUser & { readonly name: string }

/** Read from /etc/passwd itself, because initdb needs a user that the system can name. */
async function readUsers(): Promise<User[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

async function ownerOf(path: string): Promise<number> {
  try {
    return (await stat(path)).uid
  } catch {
    const around = dirname(path)
    return around === path ? 0 : ownerOf(around)
  }
}
