import type { Permission } from '@saldo/contract/sections'
import type { ReactNode } from 'react'
import { useMay } from './may.ts'

/** What only those see who were granted the permission: `<May permission="bills:write">…</May>`. */
export const May = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  useMay(permission) ? children : null
