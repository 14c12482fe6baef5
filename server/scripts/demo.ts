import { findOrStartService } from './demo/find-or-start-service.ts'
import { playMainJob } from './demo/play-main-job.ts'
import { createScene } from './demo/scene.ts'

/** `npm run demo`: a purchase through the public API, step by step. */
const scene = createScene()
const service = await findOrStartService((sentence) => console.log(sentence))
try {
  await playMainJob(scene, service.access)
} catch (error) {
  scene.giveUp(error)
} finally {
  await service.stop()
}
const { passed, failed } = scene.counts()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
