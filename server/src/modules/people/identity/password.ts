import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { createBoundedQueue, QueueFull } from '#kernel/bounded-queue'
import { fail } from './failures.ts'

/** The minimum that OWASP recommends for argon2id; about 40 ms on one core. */
const parameters = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

const today = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** libuv has four threads: a flood of sign-ins must not block all file, DNS and crypto calls. */
const runningMax = 4
const waitingMax = 100

/** Longer passwords are refused, never cut: a cut password is another, weaker password. */
export const passwordBytesMax = 128

export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown person (no stored hash) as for a known one, so that the time discloses nothing. */
  matches(password: string, storedHash: string | undefined): Promise<boolean>
  /** True if the hash has other parameters than today's. */
  isOutdated(storedHash: string): boolean
}

/** One for all: it takes some 40 ms of a core. */
let decoy: Promise<string> | undefined

export function createPasswords(): Passwords {
  const limited = inTurn()
  // Made at once: the first attempt for an unknown person must not take longer than one for a known person.
  decoy ??= hash('nobody has this password', parameters)
  const noOnes = decoy
  return {
    isOutdated: (storedHash) => !storedHash.startsWith(today),
    hash: (password) => limited(() => hash(password, parameters)),
    matches: async (password, storedHash) => {
      if (Buffer.byteLength(password) > passwordBytesMax) return false
      const against = storedHash ?? (await noOnes)
      const same = await limited(() => verify(against, password))
      return same && storedHash !== undefined
    },
  }
}

/** For code that creates people without a running service. Takes some 40 ms of one core. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

function inTurn() {
  const queue = createBoundedQueue({ runningMax, waitingMax })
  return <T>(work: () => Promise<T>): Promise<T> =>
    queue.run(work).catch((error: unknown) => {
      throw error instanceof QueueFull ? fail('sign_in_busy') : error
    })
}
