import { defineModule } from '#platform/module'
import { chatSettings } from './settings.ts'

export const chatModule = defineModule({
  name: 'chat',
  settings: [chatSettings],
  make: () => ({ services: {} }),
})
