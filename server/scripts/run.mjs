// Runs a script of this folder on the Node that it needs. Plain JavaScript, because an older Node must be able to say so.
const [name, ...rest] = process.argv.slice(2)
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `This is Node ${process.version}; Purveyor needs 24, which \`npm ci\` installs with it. Run \`npm ci\` to its end, call scripts through npm (\`npm start\`), and see that install scripts are allowed for the package "node".`,
  )
  process.exit(1)
}
// What the script sees is what it would see on its own.
process.argv.splice(2, process.argv.length - 2, ...rest)
const { keepCompiled } = await import('../src/keep-compiled.mjs')
keepCompiled()
await import(new URL(`./${name}.ts`, import.meta.url).href)
