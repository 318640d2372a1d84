/**
 * Whether the page is of the consumer build. The public pages and the first drawing of the home are one build for both editions:
 * they are told by the address.
 */
export const isConsumerBuild =
  import.meta.env.MODE === 'b2c' || (globalThis.location?.pathname.startsWith('/b2c/') ?? false)
