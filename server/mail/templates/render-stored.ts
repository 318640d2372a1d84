import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { type Compiled, fillTemplate, type MailValues, type RenderedEmail } from '../fill-template.ts'
import { compileTemplate, type TemplateSource } from './compile-template.ts'

/**
 * A version never changes, so what it compiles to is kept, or that it does not compile: a mail costs no look at its template
 * but the number.
 */
const kept = new WeakMap<Services, Map<number, Promise<Compiled>>>()
const mostKept = 200

/** A version by which a mail could not be written, and why. */
export type RenderFault = { version_id: number; why: string }

/**
 * Writes a mail by the first of these versions by which it can be written; null, if none. Those before it are told as faults.
 */
export async function renderStored(
  services: Services,
  tx: Tx,
  version_ids: readonly number[],
  values: MailValues,
): Promise<{ rendered: RenderedEmail | null; faults: RenderFault[] }> {
  const faults: RenderFault[] = []
  for (const version_id of new Set(version_ids)) {
    const compiled = await compiledVersion(services, tx, version_id)
    try {
      return { rendered: fillTemplate(await compiled(), values), faults }
    } catch (error) {
      faults.push({ version_id, why: (error as Error).message.slice(0, 300) })
    }
  }
  return { rendered: null, faults }
}

/** A function, so that what fails is told by the caller. */
async function compiledVersion(
  services: Services,
  tx: Tx,
  version_id: number,
): Promise<() => Promise<Compiled>> {
  const compiled = kept.get(services) ?? new Map<number, Promise<Compiled>>()
  kept.set(services, compiled)
  const known = compiled.get(version_id)
  if (known) return () => known
  const source = await readVersion(tx, version_id)
  if (!source) return () => Promise.reject(new Error('the version does not exist'))
  const compiling = compileTemplate(source)
  compiling.catch(() => {})
  compiled.set(version_id, compiling)
  const oldest = compiled.keys().next()
  if (compiled.size > mostKept && !oldest.done) compiled.delete(oldest.value)
  return () => compiling
}

async function readVersion(tx: Tx, version_id: number): Promise<TemplateSource | null> {
  const [row] = await tx<TemplateSource[]>`select * from email_version(${version_id})`
  return row ?? null
}
