import type { Permission } from '@saldo/contract/sections'
import type { Actor } from '../../http/actor.ts'
import { notPermitted } from '../../http/errors.ts'

/** A registry changes condominiums and people, and makes bills: a sub-user needs write permission for all three. */
export function requireWrites(actor: Actor): void {
  const granted = 'permissions' in actor ? actor.permissions : null
  if (granted === null) return
  const missing = wanted.find((permission) => !granted.split(',').includes(permission))
  if (missing) throw notPermitted(missing)
}

const wanted: Permission[] = ['accounts:write', 'subjects:write', 'bills:write']
