export {
  type ApartName,
  apartFolder,
  apartSource,
  isInstalledApart,
  requireApart,
} from './apart-folder.ts'
