/** The address of the texts of each language, by the language of a page. The build makes the module. */
export const TEXTS: Record<string, string>;
