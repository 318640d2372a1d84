import { accessSync, constants, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { availableMemory } from 'node:process'

const GIB = 2 ** 30
/** Room that the databases of a whole run take at most (about 1.5 GiB), with a margin; the rest is for the run itself. */
const needed = { folder: 3 * GIB, memory: 8 * GIB }

/**
 * Lets this process and its children keep temporary files in memory, where Linux has a folder there with room to spare.
 * Each test clones a database of hundreds of files: on a busy disk that takes longer than the test. A TMPDIR that is set
 * already stays.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined) return
  const folder = memoryFolder('/dev/shm')
  if (folder) process.env.TMPDIR = folder
}

/** A folder for this user's tests inside `shared`, or null if `shared` has not enough room or runs no programs. */
export function memoryFolder(
  shared: string,
  { free = freeBytes, available = availableMemory(), mounts = readMounts } = {},
): string | null {
  try {
    accessSync(shared, constants.W_OK)
    if (free(shared) < needed.folder || available < needed.memory || isWithoutPrograms(shared, mounts()))
      return null
    const folder = `${shared}/saldo-tests-${process.getuid?.() ?? 'user'}`
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    return folder
  } catch {
    return null
  }
}

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const readMounts = () => readFileSync('/proc/mounts', 'utf8')

/** Whether the folder is mounted so that no program in it may run: tests start some of their own. */
function isWithoutPrograms(folder: string, mounts: string): boolean {
  const options = mounts
    .split('\n')
    .findLast((line) => line.split(' ')[1] === folder)
    ?.split(' ')[3]
  return options === undefined || options.split(',').includes('noexec')
}
