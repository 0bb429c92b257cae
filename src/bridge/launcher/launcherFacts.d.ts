/** What is put into a launcher's program when it is written, as JSON. */
declare const __FACTS__: unknown;
