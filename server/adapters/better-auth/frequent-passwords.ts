/** Recognizes the most common passwords. Source: the list of @zxcvbn-ts/language-common, all in lower case */

let passwords: Promise<Set<string>> | null = null

/** Returns whether a password is one of the 49,000 most common ones, in any case. Loads the list at the first call. */
export async function isFrequent(password: string): Promise<boolean> {
  passwords ??= load()
  return (await passwords).has(password.toLowerCase())
}

async function load(): Promise<Set<string>> {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } })
  return new Set(list.default)
}
