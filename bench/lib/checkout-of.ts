import { execFileSync } from 'node:child_process'
import { glob, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Checkout = { readonly root: string; remove(): void }

/** Checks out a commit in this folder, with the packages of this checkout. */
export async function checkoutOf(commit: string, folder: string): Promise<Checkout> {
  git('worktree', 'add', '--detach', folder, commit)
  try {
    await linkPackages(folder)
  } catch (error) {
    remove(folder)
    throw error
  }
  return { root: `${folder}/`, remove: () => remove(folder) }
}

const scope = '@purveyor'

/** Packages of others are those of this checkout. The workspaces are its own, because their files change with the commit. */
async function linkPackages(folder: string): Promise<void> {
  const from = join(root, 'node_modules')
  const to = join(folder, 'node_modules')
  await mkdir(join(to, scope), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== scope) await symlink(join(from, name), join(to, name))
  }
  const { workspaces } = await packageAt(folder)
  for await (const workspace of glob(workspaces ?? [], { cwd: folder })) {
    const { name } = await packageAt(join(folder, workspace))
    const link = join(to, name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(folder, workspace), link)
  }
}

type Package = { readonly name: string; readonly workspaces?: readonly string[] }

async function packageAt(folder: string): Promise<Package> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Package
}

/** The full name of a commit. Empty if this is not a clone, or has no such commit. */
export function commitOf(base: string): string {
  try {
    return git('rev-parse', '--verify', `${base}^{commit}`).trim()
  } catch {
    return ''
  }
}

export function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function remove(folder: string): void {
  git('worktree', 'remove', '--force', folder)
}
