import { isConsumerBuild } from './edition.ts'

/** How each call says which build of which edition it comes from; the server refuses builds that are too old. */
export const buildHeaders: Record<string, string> = {
  'app-version': __APP_VERSION__,
  ...(isConsumerBuild && { 'app-edition': 'b2c' }),
}
