import { playChapter } from './accountant-chapter.ts'
import type { FromWorker, ToWorker } from './accountant-pool.ts'
import { type Clones, clonesOf } from './processes/database.ts'

/** A child process that plays chapters, one at a time. */
// Nothing else keeps it alive between two chapters.
process.channel?.ref()
let database: Clones | undefined
process.on('message', async (given: ToWorker) => {
  if ('served' in given) {
    database = clonesOf(given.served)
    return
  }
  const answer = (reply: FromWorker) => process.send?.(reply)
  try {
    answer({ done: await playChapter(database as Clones, given.chapter) })
  } catch (error) {
    answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
