/** Finds the variables of a template. */

/** `{{class_name}}`, also with spaces inside. */
const VARIABLE = /\{\{([^{}\n]*)\}\}/g

/** Returns the variables of a text: as they are written, and their names. */
export function matchVariables(text: string): { source: string; name: string }[] {
  return [...text.matchAll(VARIABLE)].map(([source, name = '']) => ({ source, name: name.trim() }))
}

/** Replaces each variable of a text. @param replace receives it as it is written, and its name */
export function replaceVariables(text: string, replace: (source: string, name: string) => string): string {
  return text.replace(VARIABLE, (source, name: string) => replace(source, name.trim()))
}
