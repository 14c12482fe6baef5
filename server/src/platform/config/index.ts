export {
  type AppEnvironment,
  type ConfigReadiness,
  configReadiness,
  isDeployed,
} from './readiness.ts'
export {
  defineSettings,
  readSettings,
  type SettingFact,
  type SettingProblem,
  type SettingsReading,
  type SettingsSlice,
} from './settings.ts'
