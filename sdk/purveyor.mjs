#!/usr/bin/env node
// The command in this repository, also right after `npm ci`: the routes that it calls are made from openapi.json. An installed package
// has them, and begins with src/cli/main.ts. Plain JavaScript, because an older Node must be able to say so.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.version}; Purveyor needs 24, which npm ci installs with it. Run: npx --no purveyor`,
  )
  process.exit(1)
}
const { writeSdkTypes } = await import('./scripts/sdk-types.ts')
await writeSdkTypes(['resources.generated.ts'])
await import('./src/cli/main.ts')
