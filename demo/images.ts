import imageUrls from './pictures/addresses.json' with { type: 'json' }

/** Returns the URL of an image in demo/pictures by its name. */
export function findImageUrl(name: string): string {
  return (imageUrls as Record<string, string>)[name] ?? ''
}
