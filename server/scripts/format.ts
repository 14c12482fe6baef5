import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installApart } from './install-apart.ts'

/** `npm run format`: formats the code and mends what Biome can mend. */
const folder = await installApart('checks')
const biome = spawn(
  process.execPath,
  [join(folder, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.'],
  { cwd: join(import.meta.dirname, '../..'), stdio: 'inherit' },
)
biome.once('exit', (code) => {
  process.exitCode = code ?? 1
})
