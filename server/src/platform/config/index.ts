export {
  type AppEnvironment,
  type ConfigReadiness,
  configReadiness,
  isDeployed,
} from './readiness.ts'
export type { SettingFact } from './setting-fact.ts'
export {
  defineSettings,
  readSettings,
  type SettingProblem,
  type SettingsReading,
  type SettingsSlice,
} from './settings.ts'
