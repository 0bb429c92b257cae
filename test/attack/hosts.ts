/** No call has a right to it. */
export const HOST = 'evil.example';
