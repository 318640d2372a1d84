import type { Permission } from '@saldo/contract/sections'
import type { ReactNode } from 'react'
import { usePermission } from './permission.ts'

/** Renders its children only for users with the permission: `<IfPermitted permission="bills:write">…</IfPermitted>`. */
export const IfPermitted = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  usePermission(permission) ? children : null
