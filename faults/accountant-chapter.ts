import { type Played, play, type Sequence } from './accountant/play.ts'
import { countEndpoints } from './money-endpoints.ts'
import { openOfficeStage } from './office-stage.ts'
import type { Clones } from './processes/database.ts'

/** Legal rates are known for these months, and a year ends among them. */
const usualBegin = '2025-11-10T09:00:00Z'

/** Sequences on one calendar, with their own database and provider; `altered`: a mistake to inject there. */
export type Chapter = {
  seed: number
  sequences: Sequence[]
  altered?: string | undefined
  begins?: string | undefined
}
export type ChapterPlayed = { played: Played[]; requests: [route: string, count: number][] }

/** Plays a chapter in this process. It moves the process's clock, so only one at a time. */
export async function playChapter(database: Clones, chapter: Chapter): Promise<ChapterPlayed> {
  const stage = await openOfficeStage(database, chapter.begins ?? usualBegin)
  const asked_of = countEndpoints()
  const call = stage.call
  stage.call = (asking) => {
    asked_of.note(asking.method, asking.url)
    return call(asking)
  }
  try {
    if (chapter.altered) await stage.alter(chapter.altered)
    const played = await play(stage, chapter.seed, chapter.sequences)
    return { played, requests: [...asked_of.counts].filter(([, count]) => count > 0) }
  } finally {
    await stage.close()
  }
}
