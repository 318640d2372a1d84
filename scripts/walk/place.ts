import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../run.mjs'

const run = promisify(execFile)

/** A folder of the walk, crossed by the account that runs PostgreSQL and by nginx's. */
export async function openPlace(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-walk-'))
  await run('chmod', ['711', folder])
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Copies the project into `folder`, whose name has a space and an accent: the files that git knows or would take, and
 * the installed packages as hard links, which takes seconds.
 */
export async function copyProject(folder: string): Promise<string> {
  const copy = join(folder, 'Saldo è qui')
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = [...new Set(stdout.split('\0').filter(Boolean))]
  const folders = new Set(files.map((file) => dirname(join(copy, file))))
  for (const each of folders) await mkdir(each, { recursive: true })
  for (const file of files) await cp(join(root, file), join(copy, file)).catch(ignoreDeleted)
  for (const workspace of ['.', ...(await workspacesWithPackages())])
    await copyPackages(join(root, workspace, 'node_modules'), join(copy, workspace, 'node_modules'))
  return copy
}

/** git still lists a file that was deleted and not committed. */
function ignoreDeleted(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

async function workspacesWithPackages(): Promise<string[]> {
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => name).filter((name) => existsSync(join(root, name, 'node_modules')))
}

/** Hard links where the folder is on the same file system, else copies. */
async function copyPackages(from: string, to: string): Promise<void> {
  await run('cp', [(await canLink(from, to)) ? '-al' : '-a', from, to])
  await rm(join(to, '.cache'), { recursive: true, force: true })
  await rm(join(to, '.vite'), { recursive: true, force: true })
}

async function canLink(from: string, to: string): Promise<boolean> {
  const one = (await readdir(from, { withFileTypes: true })).find((entry) => entry.isFile())
  if (!one) return false
  const probe = `${to}.probe`
  return link(join(from, one.name), probe).then(
    () => rm(probe).then(() => true),
    () => false,
  )
}
