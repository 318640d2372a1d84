import { permissionsPolicy } from './permissions-policy.ts'

/** Of answers that are made before any hook runs, and are read by no page: no cache, no frame, no resource, HTTPS only. */
export const refusalHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const
