import type { NotificationTimer } from './foldedNotification';

export const editorTimer: NotificationTimer = {
  start: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
