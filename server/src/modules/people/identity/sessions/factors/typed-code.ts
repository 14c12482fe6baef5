import { isRecoveryCode } from './totp.ts'

/** The factors that a person can type on a page without a script. A passkey has its own page. */
export const codeSources = ['app', 'mail', 'recovery'] as const
export type CodeSource = (typeof codeSources)[number]

/** Where the code of this sign-in comes from, by the methods that the refusal names. */
export function codeSourceOf(methods: readonly string[]): CodeSource {
  if (methods.includes('mail_code')) return 'mail'
  return methods.includes('totp') ? 'app' : 'recovery'
}

/** Every page accepts recovery codes. Their form identifies them: 24 letters and digits of a known alphabet. */
export function proofOf(source: CodeSource, code: string) {
  const typed = code.replace(/\s+/g, '')
  if (source === 'app' && /^\d{6}$/.test(typed)) return { totp: typed }
  if (source === 'mail' && !isRecoveryCode(code)) return { mailCode: typed }
  return { recoveryCode: code.trim() }
}
