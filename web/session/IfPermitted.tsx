import type { Permission } from '@saldo/contract/sections'
import type { ReactNode } from 'react'
import { usePermission } from './permission.ts'

/** What only those see who were granted the permission: `<May permission="bills:write">…</IfPermitted>`. */
export const IfPermitted = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  usePermission(permission) ? children : null
