import { dim, green, red } from '../progress.mjs'

/** What one walk found, in the order in which it happened. */
export type Journal = {
  /** Does one step and notes it by its title. A step that fails ends the walk: what follows needs it. */
  step: <Result>(title: string, work: () => Promise<Result>) => Promise<Result>
  /** Notes what cannot be tried on this machine. */
  skip: (title: string, why: string) => void
  chapter: (title: string) => void
  lines: string[]
  passed: number
  failed: number
}

export function openJournal(): Journal {
  const journal: Journal = {
    lines: [],
    passed: 0,
    failed: 0,
    chapter: (title) => {
      journal.lines.push('', title)
      console.log(`\n${title}`)
    },
    skip: (title, why) => {
      journal.lines.push(`  – ${title}: skipped, ${why}`)
      console.log(dim(`  – ${title}: skipped, ${why}`))
    },
    step: async (title, work) => {
      const began = performance.now()
      try {
        const result = await work()
        journal.passed += 1
        journal.lines.push(`  ✓ ${title}`)
        console.log(`  ${green('✓')} ${title} ${dim(`${((performance.now() - began) / 1000).toFixed(1)} s`)}`)
        return result
      } catch (error) {
        journal.failed += 1
        console.log(red(`  ✗ ${title}: ${(error as Error).message}`))
        throw error
      }
    },
  }
  return journal
}

/** Throws with both values unless they are equal. */
export function same(found: unknown, wanted: unknown, what: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}

/** Throws unless `holds`. */
export function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** Asks until there is an answer. @throws with what was waited for, and the last failure. */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | null | undefined | false>,
  seconds = 30,
): Promise<Result> {
  const end = performance.now() + seconds * 1000
  let last = ''
  while (performance.now() < end) {
    try {
      const answer = await ask()
      if (answer) return answer
    } catch (error) {
      last = ` (${(error as Error).message})`
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`waited ${seconds} s in vain for ${what}${last}`)
}
