import { settingsOf } from '../vite-settings.ts'

/** The pages of companies, which the role `api` serves at /. */
export default settingsOf({ base: '/', outDir: '../dist/company' })
