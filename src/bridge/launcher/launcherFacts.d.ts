declare const __FACTS__: unknown;
