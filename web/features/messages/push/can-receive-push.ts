/** Whether this browser can receive push messages at all. */
export const canReceivePush = (): boolean =>
  'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator
