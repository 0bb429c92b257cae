/** JSON, filled in when the launcher is written. */
declare const __FACTS__: unknown;
