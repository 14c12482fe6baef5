import { fail } from '../../failures.ts'
import { passwordBytesMax } from '../../password.ts'
import { isCommonPassword } from './common-passwords.ts'

const lengthMin = 8

/** Words that the password must not be made of: the e-mail address, and the names of the person and the company. */
export type PasswordContext = { readonly words: readonly string[] }

const ownWords = ['purveyor', 'procurement']

/**
 * The length counts, not the composition: at least eight characters, at most 128 bytes (longer ones are refused,
 * never cut), no common password, and none that is made of the words on its form.
 */
export function assertPasswordStrong(password: string, { words }: PasswordContext): void {
  const problem = problemOf(password, words)
  if (problem) throw fail('password_unacceptable', { problem })
}

function problemOf(password: string, words: readonly string[]): string | undefined {
  if ([...password].length < lengthMin) return 'too_short'
  if (Buffer.byteLength(password) > passwordBytesMax) return 'too_long'
  if (isCommonPassword(password)) return 'common'
  return isMadeOf(password, [...ownWords, ...words]) ? 'context' : undefined
}

/** True if little more than a known word is left. A long passphrase may contain one. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const plain = password.toLowerCase()
  return words
    .flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4)
    .some((word) => plain.includes(word) && plain.length - word.length < lengthMin)
}
