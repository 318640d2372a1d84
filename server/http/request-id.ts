import { randomUUID } from 'node:crypto'

/** The id of a request: in its answer (`x-request-id`, and in every error) and in each line of the log about it. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '').slice(0, 20)}`
