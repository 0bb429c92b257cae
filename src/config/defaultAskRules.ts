/** Key files, whose reading is asked about. Ordinary rules, which people see in their settings and can remove. */
export const DEFAULT_ASK_RULES: readonly string[] = [];
