import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Chapter, type ChapterPlayed, playChapter } from './accountant-chapter.ts'
import type { Database, Served } from './processes/database.ts'

const worker = fileURLToPath(new URL('./accountant-process.ts', import.meta.url))
const leaving = ['--import', new URL('../scripts/processes/leave-with-parent.ts', import.meta.url).href]

/** What a worker gets: first where the database is, then chapters; and its reply to each chapter. */
export type ToWorker = { served: Served } | { chapter: Chapter }
export type FromWorker = { done: ChapterPlayed } | { failed: string }

export type Pool = { play: (chapter: Chapter) => Promise<ChapterPlayed>; close: () => void }

/**
 * Runs chapters: a few in this process, more in child processes, one per processor, because a chapter moves its
 * process's clock.
 */
export function openPool(database: Database, chapters: number): Pool {
  if (chapters < 2) return inThisProcess(database)
  const { cluster, template } = database
  const free: ChildProcess[] = Array.from({ length: Math.max(2, availableParallelism()) }, () =>
    start({ cluster, template }),
  )
  const all = [...free]
  const waiting: ((child: ChildProcess) => void)[] = []
  const take = () =>
    new Promise<ChildProcess>((resolve) => {
      const child = free.pop()
      if (child) resolve(child)
      else waiting.push(resolve)
    })
  const give = (child: ChildProcess) => {
    const next = waiting.shift()
    if (next) next(child)
    else free.push(child)
  }
  return {
    play: async (chapter) => {
      const child = await take()
      try {
        return await ask(child, chapter)
      } finally {
        give(child)
      }
    },
    close: () => {
      for (const child of all) child.kill('SIGTERM')
    },
  }
}

/** One after the other, with the same interface. */
function inThisProcess(database: Database): Pool {
  let last: Promise<unknown> = Promise.resolve()
  return {
    play: (chapter) => {
      const played = last.then(() => playChapter(database, chapter))
      last = played.catch(() => undefined)
      return played
    },
    close: () => {},
  }
}

function start(served: Served): ChildProcess {
  const child = fork(worker, { execArgv: [...process.execArgv, ...leaving], serialization: 'advanced' })
  child.send({ served } satisfies ToWorker)
  return child
}

async function ask(child: ChildProcess, chapter: Chapter): Promise<ChapterPlayed> {
  if (child.exitCode !== null) throw new Error(`a worker ended with ${child.exitCode}`)
  const left = new AbortController()
  const answered = once(child, 'message', { signal: left.signal })
  const ended = once(child, 'exit', { signal: left.signal })
  child.send({ chapter } satisfies ToWorker)
  try {
    const [reply] = await Promise.race([
      answered,
      ended.then(([code]) => [{ failed: `a worker ended with ${code}` }]),
    ])
    if ('failed' in (reply as FromWorker)) throw new Error((reply as { failed: string }).failed)
    return (reply as { done: ChapterPlayed }).done
  } finally {
    left.abort()
    await Promise.allSettled([answered, ended])
  }
}
