import type { CheckCode } from '@saldo/domain/operations/checks'
import { type Migration, readMigrations } from '../../../db/migrations.ts'
import { judge, thresholds } from '../thresholds.ts'
import type { Check, Finding } from './check.ts'
import type { Vitals } from './database-vitals.ts'

/** What each figure of the database means. */
export const judgements = {
  database_size: ({ size }) => ({ state: judge(size, thresholds.database_size), figure: size }),
  database_connections: ({ connections, connections_most }) => {
    const share = Math.round((connections / connections_most) * 100)
    return {
      state: judge(share, thresholds.database_connections),
      figure: share,
      parts: [{ name: 'in uso', figure: null, note: `${connections} su ${connections_most}` }],
    }
  },
  database_transactions: (vitals) => {
    const oldest = Math.floor(vitals.oldest_transaction ?? 0)
    const state = judge(oldest, thresholds.database_transactions)
    if (state === 'ok' && vitals.hidden > 0)
      return {
        state: 'unknown',
        why: 'PostgreSQL non ci mostra tutte le sessioni: dai pg_read_all_stats al proprietario del database.',
      }
    return {
      state,
      figure: oldest,
      parts:
        vitals.idle_in_transaction > 0
          ? [
              {
                name: 'ferme a metà',
                figure: null,
                note: `${vitals.idle_in_transaction}, da oltre un minuto`,
              },
            ]
          : [],
    }
  },
  database_locks: ({ longest_wait }) => {
    const waited = Math.max(0, Math.floor(longest_wait))
    return { state: judge(waited, thresholds.database_locks), figure: waited }
  },
  database_replication: ({ slots }) => {
    const bytes = thresholds.replication_bytes
    const judged = slots.map((slot) => ({
      ...slot,
      state:
        slot.status === 'lost' || (slot.behind ?? 0) >= bytes.broken
          ? ('broken' as const)
          : !slot.active || (slot.behind ?? 0) >= bytes.attention
            ? ('attention' as const)
            : ('ok' as const),
    }))
    const bad = judged.filter(({ state }) => state !== 'ok')
    return {
      state: bad.some(({ state }) => state === 'broken') ? 'broken' : bad.length > 0 ? 'attention' : 'ok',
      figure: bad.length,
      parts: bad.map(({ name, active, behind }) => ({
        name,
        figure: null,
        note: `${active ? 'in ritardo' : 'ferma'} di ${Math.round((behind ?? 0) / 1e6)} MB`,
      })),
    }
  },
  database_vacuum: ({ frozen_age, frozen_age_most, bloated }) => {
    const share = Math.round((frozen_age / frozen_age_most) * 100)
    const state = judge(share, thresholds.database_vacuum)
    return {
      state: state === 'ok' && bloated.length > 0 ? 'attention' : state,
      figure: share,
      parts: bloated
        .slice(0, 10)
        .map(({ name, dead, live }) => ({ name, figure: null, note: `${dead} righe morte su ${live} vive` })),
    }
  },
  database_statistics: ({ unanalyzed }) => ({
    state: judge(unanalyzed.length, thresholds.database_statistics),
    figure: unanalyzed.length,
    parts: unanalyzed
      .slice(0, 10)
      .map(({ name, changed }) => ({ name, figure: null, note: `${changed} righe cambiate da allora` })),
  }),
  database_indexes: ({ invalid_indexes }) => ({
    state: invalid_indexes.length > 0 ? 'attention' : 'ok',
    figure: invalid_indexes.length,
    parts: invalid_indexes.slice(0, 10).map((name) => ({ name, figure: null, note: null })),
  }),
  database_migrations: ({ migrations }) => differences(migrations, ofThisCode()),
  clock: ({ drift }) => ({ state: judge(drift, thresholds.clock), figure: Math.round(drift) }),
} as const satisfies { [C in CheckCode]?: (vitals: Vitals) => Finding }

/** The files that only the code or only the database has, or that differ. */
export function differences(applied: Record<string, string>, files: readonly Migration[]): Finding {
  const missing = files
    .filter(({ name }) => !(name in applied))
    .map(({ name }) => ({ name, note: 'manca nel database' }))
  const more = Object.keys(applied)
    .filter((name) => !files.some((file) => file.name === name))
    .map((name) => ({ name, note: 'questo server non la conosce' }))
  const other = files
    .filter(({ name, checksum }) => name in applied && applied[name] !== checksum)
    .map(({ name }) => ({ name, note: 'diversa dal file' }))
  const all = [...missing, ...more, ...other]
  return {
    state: all.length > 0 ? 'broken' : 'ok',
    figure: all.length,
    parts: all.slice(0, 10).map((each) => ({ ...each, figure: null })),
  }
}

/** The files as they were when this process first looked: those of a newer release may lie there already. */
let read: readonly Migration[] | undefined
const ofThisCode = (): readonly Migration[] => {
  read ??= readMigrations()
  return read
}

export const databaseChecks: readonly Check[] = Object.entries(judgements).map(([code, judged]) => ({
  code: code as CheckCode,
  seconds: 10,
  look: async ({ vitals }) => judged(await vitals()),
}))
