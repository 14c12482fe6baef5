import type { Conn, Tx } from '#platform/db'

/** Whose data it is about, and where it may lie. */
export type PersonOfData = {
  readonly userId: string
  readonly email: string
  /** Every company the person belongs to or was ever signed in to. */
  readonly companyIds: readonly string[]
}

/** What is kept although the person is erased, and the reason that the law gives for it. */
export type Kept = { readonly what: string; readonly count: number; readonly reason: string }

/** What one part of the product holds of people. The composition root hands all of them to `createPrivacy`. */
export type PersonalData = {
  /** The name of its part in an export. */
  readonly name: string
  /** For the person: in the words of the product, without secrets and without other people. */
  collect(conn: Conn, person: PersonOfData): Promise<unknown>
  /** True while something is under way that needs the data: then erasing has to wait. */
  isBusy?(tx: Tx, person: PersonOfData): Promise<boolean>
  /** Takes the person out of everything that need not be kept, and tells what is. */
  erase(tx: Tx, person: PersonOfData, now: Date): Promise<readonly Kept[]>
}

/** More rows than a person leaves behind. An export that would be cut says so. */
export const rowsMax = 10_000
