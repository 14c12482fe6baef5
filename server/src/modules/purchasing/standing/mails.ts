import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/standing.json' with { type: 'json' }

export const writeMail = defineTexts('mails/standing', english)
