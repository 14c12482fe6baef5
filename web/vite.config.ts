import { settingsOf } from './vite-settings.ts'

/** The pages of operators, which the role `admin` serves at /admin. */
export default settingsOf({ base: '/admin/', outDir: 'dist/operators' })
