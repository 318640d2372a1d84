import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'

/** 400 at the field for an unknown municipality. */
export async function requireCity(tx: Tx, city_id: string | null | undefined): Promise<void> {
  if (!city_id) return
  const [city] = await tx`select from cities where city_id = ${city_id}`
  if (!city) throw badInput({ city_id: 'Questo comune non è nell’elenco.' })
}
