export { imagesModule } from './images-module.ts'
