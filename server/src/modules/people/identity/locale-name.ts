import { Type } from 'typebox'
import { locales } from '#kernel/locale'

/** A language of the service, in requests and in answers. */
export const LocaleName = Type.Enum([...locales], { description: 'A language of the service.' })
