import { Type } from 'typebox'
import { defineSettings } from '#platform/config'
import { defineModule } from '#platform/module'

const imagesSettings = defineSettings(
  'images',
  Type.Object({
    IMAGE_PROC_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://',
        example: 'https://imaging.example.com',
        requiredWhenDeployed: true,
        description: 'Address of the image processor.',
      }),
    ),
  }),
)

export const imagesModule = defineModule({
  name: 'images',
  settings: [imagesSettings],
  make: () => ({ services: {} }),
})
