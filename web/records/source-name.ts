export { sourceName } from '@saldo/domain/payments/source-name'
