import type { NotificationTimer } from './foldedNotification';

/** Node's own timer. */
export const editorTimer: NotificationTimer = {
  start: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
