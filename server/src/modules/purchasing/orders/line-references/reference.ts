import { Type } from 'typebox'
import { oneLine } from '#kernel/one-line'

/** A reference of the buyer's accounting. */
export const Reference = Type.String({ minLength: 1, maxLength: 100, pattern: oneLine })
