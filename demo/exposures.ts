/** Exposures of the images of the demo's classes: rendered scenes have the values of a camera that would show them so. */
const EXPOSURES: Record<string, string> = {
  'Night Harbour': 'ISO 100 · f/11 · 20 s · 22:10',
  'Long Exposure at Sea': 'ISO 64 · f/13 · 30 s · 06:15',
  'Dunes at First Light': 'ISO 100 · f/8 · 1/125 s · 06:40',
  'Still Life by One Window': 'ISO 200 · f/5.6 · 1/30 s · 10:20',
  'Your First Darkroom Print': 'ISO 800 · f/2.8 · 1/15 s · 19:45',
  'Stairs and Hard Shadows': 'ISO 100 · f/11 · 1/500 s · 15:30',
  'First Studio Flash': 'ISO 100 · f/8 · 1/160 s · 18:50',
  'Dew Before Breakfast': 'ISO 400 · f/4 · 1/200 s · 07:05',
  'Star Trails for Beginners': 'ISO 200 · f/4 · 40 min · 23:30',
  'Storm Light': 'ISO 400 · f/8 · 1/250 s · 16:25',
  'Misty Lake Mornings': 'ISO 100 · f/11 · 1/60 s · 07:30',
  'Glass Without Glare': 'ISO 100 · f/16 · 1/125 s · 14:00',
  'Arcades at Four O’Clock': 'ISO 100 · f/8 · 1/250 s · 16:00',
  'Fruit, Cloth and North Light': 'ISO 100 · f/8 · 1/8 s · 11:15',
  'Moonrise over the Ridge': 'ISO 400 · f/5.6 · 1/4 s · 17:55',
  'Winter Dunes': 'ISO 100 · f/11 · 1/320 s · 09:10',
  'Reading Negatives': 'ISO 100 · f/8 · 1/60 s · 13:20',
  'Sea Stacks and Tides': 'ISO 100 · f/11 · 2 s · 20:05',
  'Small Machines': 'ISO 100 · f/8 · 1/10 s · 15:40',
  'The Watchmaker’s Light': 'ISO 100 · f/16 · 1/125 s · 12:30',
  'Façades with a Long Lens': 'ISO 200 · f/8 · 1/500 s · 17:10',
  'Black and White Sand': 'ISO 100 · f/16 · 1/60 s · 08:20',
  'Autumn on the Water': 'ISO 100 · f/8 · 1/40 s · 08:45',
  'Ceramics on the Table': 'ISO 160 · f/5.6 · 1/50 s · 11:50',
}

/** Returns the exposure of the image of a class by its name; none for a class that waits for approval. */
export function findExposure(name: string): { exposure?: string } {
  const exposure = EXPOSURES[name]
  return exposure === undefined ? {} : { exposure }
}
