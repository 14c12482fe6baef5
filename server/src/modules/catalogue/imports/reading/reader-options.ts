import type { ImportOptions } from '../import.ts'

/** A feed was written for others: its JSON may have the headers of tables as keys. */
export type ReaderOptions = ImportOptions & { readonly isFeed?: boolean }
