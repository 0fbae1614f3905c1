/** The Python module that the worker imports, and the address of the texts of each language, by the language of a page. The
 * build makes the module. */
export const FIRST: string;
export const TEXTS: Record<string, string>;
