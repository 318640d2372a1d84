import { ApiError } from '../../http/errors.ts'

export const invalidRequest = (description: string) => new ApiError(400, 'invalid_request', description)
export const notHuman = () => invalidRequest('La verifica anti-robot manca o è scaduta: riprova.')
export const wrongPassword = () => new ApiError(400, 'invalid_grant', 'Username o Password errate.')
/** The reply says so only after the right password. */
export const suspended = () =>
  new ApiError(400, 'access_suspended', 'Il tuo accesso è sospeso: chiedi a chi te l’ha dato.')
