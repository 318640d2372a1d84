import { dataRoutes } from './data-routes.ts'
import { linkApi } from './link-api.ts'

/** Loads what a public page shows, with the token of its link. The first time the question may have been asked already. */
export const loaders = {
  bill: (token: string) => linkApi(dataRoutes.bill, token),
  plan: (token: string) => linkApi(dataRoutes.plan, token),
  mandate: (token: string) => linkApi(dataRoutes.mandate, token),
  autopay: (token: string) => linkApi(dataRoutes.autopay, token),
  result: (token: string) => linkApi(dataRoutes.result, token),
  source: (token: string) => linkApi(dataRoutes.source, token),
  certificate: (code: string) => linkApi('POST /v1/certificates/check', code, { body: { code } }),
}
