import { playChapter } from './accountant-chapter.ts'
import type { Given, Reply } from './accountant-desk.ts'
import { type Clones, clonesOf } from './database.ts'

/** A process that plays chapters for whoever has forked it, one at a time. */
// Nothing else keeps it alive between two chapters.
process.channel?.ref()
let database: Clones | undefined
process.on('message', async (given: Given) => {
  if ('served' in given) {
    database = clonesOf(given.served)
    return
  }
  const answer = (reply: Reply) => process.send?.(reply)
  try {
    answer({ done: await playChapter(database as Clones, given.chapter) })
  } catch (error) {
    answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
