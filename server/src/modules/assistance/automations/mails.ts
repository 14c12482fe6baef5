import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/automations.json' with { type: 'json' }

export const writeMail = defineTexts('mails/automations', english)
