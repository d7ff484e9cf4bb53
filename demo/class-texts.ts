/** The texts of the demo's class pages, in Markdown. */
import type { Level } from '../contract/class-texts.ts'

export interface ClassTexts {
  level: Level
  description: string
  outcome: string
  bring: string
}

const list = (...lines: string[]) => lines.map((line) => `- ${line}`).join('\n')
const paragraphs = (...texts: string[]) => texts.join('\n\n')

const TRIPOD = 'A camera with manual exposure, and a tripod that does not wobble'
const ANY_CAMERA = 'Any camera that you can set by hand, film or digital'

const OUTDOORS: Record<string, ClassTexts> = {
  'Night Harbour': {
    level: 'intermediate',
    description: paragraphs(
      'A harbour at night is three light sources and a lot of black. We work from dusk until the last ferry has left: first while the sky still has color, then with sodium lamps, then with nothing but the ships’ own lights.',
      '**How we work.** You set up once, meter for the highlights and wait. We look at every frame on the spot and talk about what the dark parts of a picture are for.',
      'There is a warm room beside the quay for breaks and for looking at the results.',
    ),
    outcome: 'Six finished night pictures, and one of them as a 30 × 40 cm print.',
    bring: list(
      TRIPOD,
      'A cable release, or know your self-timer',
      'A torch with a red light',
      'Warm clothes: we stand still',
    ),
  },
  'Long Exposure at Sea': {
    level: 'intermediate',
    description: paragraphs(
      'Ten seconds make water into mist, half a second keeps its shape. We spend two tides on one beach to find out which one a picture needs.',
      'You learn to read a tide table, to choose a shutter speed before you raise the camera, and to use a dark filter without guessing.',
    ),
    outcome: 'A series of five pictures of one rock, each with another shutter speed, and a print of the best.',
    bring: list(
      TRIPOD,
      'A neutral density filter of six or ten stops. We lend you one if you have none',
      'Rubber boots',
    ),
  },
  'Dunes at First Light': {
    level: 'any',
    description: paragraphs(
      'The sun comes over the ridge and for twenty minutes every ripple has a shadow. We are there an hour before, on foot, with the frames already chosen.',
      'The rest of the morning is for looking: simple shapes, one edge, no footprints. Beginners shoot beside people who have done this for years, and usually come home with the same number of good frames.',
    ),
    outcome: 'One picture in which nothing can be left out.',
    bring: list(
      ANY_CAMERA,
      'A longer lens if you own one',
      'A bag that closes: sand goes everywhere',
      'Water and a hat',
    ),
  },
  'Star Trails for Beginners': {
    level: 'beginner',
    description: paragraphs(
      'You need no telescope and no expensive lens. You need a dark place, a steady tripod and two hours of patience.',
      'We choose a foreground by daylight, find the pole star together and start the cameras at the same time. While they work, we explain how the frames are stacked afterwards.',
    ),
    outcome: 'Your first star trail, stacked and finished on your own computer.',
    bring: list(TRIPOD, 'A charged spare battery', 'A folding chair and something hot to drink'),
  },
  'Storm Light': {
    level: 'advanced',
    description: paragraphs(
      'The best light of the year lasts four minutes and comes with rain from the side. This class is about being ready: reading the sky, protecting the camera, and pressing the button when everybody else runs for the car.',
      '> We go out in any weather that is safe. If it is not, you get another day.',
    ),
    outcome: 'Three pictures that show the weather, not the rain on your lens.',
    bring: list(
      'A camera that you know in the dark',
      'Rain cover, two dry cloths',
      'Rain clothes that have been tested',
    ),
  },
  'Misty Lake Mornings': {
    level: 'any',
    description: paragraphs(
      'Fog takes away the background, and with it most mistakes. We meet before sunrise at the boat house and follow the fog around the lake until the sun has burnt it off.',
      'You learn to expose for white that stays white, and to place small things in large empty spaces.',
    ),
    outcome: 'Four quiet pictures, printed small.',
    bring: list(ANY_CAMERA, 'Boots for wet grass', 'A cloth for the lens'),
  },
  'Moonrise over the Ridge': {
    level: 'intermediate',
    description: paragraphs(
      'The moon is as bright as a sunlit rock, and it moves by its own width every two minutes. With a map, a time and a long lens you can put it exactly where you want it.',
      'We plan on paper in the afternoon and shoot in the evening. No app is needed, but bring one if you like to compare.',
    ),
    outcome: 'One planned picture, and the drawing that led to it.',
    bring: list('A lens of 200 mm or longer', 'A sturdy tripod', 'A compass, or a phone that has one'),
  },
  'Winter Dunes': {
    level: 'advanced',
    description: paragraphs(
      'Snow on sand: two textures, one color. A day for people who like to see how little a picture can contain.',
      'We walk about eight kilometers with the gear on our backs, slowly, with long stops.',
    ),
    outcome: 'A set of five prints in one tone, matted by yourself.',
    bring: list('A camera that works at −10 °C, and two batteries kept warm', 'A tripod', 'Proper boots'),
  },
  'Sea Stacks and Tides': {
    level: 'intermediate',
    description: paragraphs(
      'The stacks can be reached for two hours at low tide. We use them well: one subject, a fixed walk, and a list of four pictures that everybody makes in their own way.',
      'In the afternoon we lay all prints side by side and see how differently eight people look at the same stone.',
    ),
    outcome: 'Four pictures of one place, as a small folded book.',
    bring: list(ANY_CAMERA, 'Shoes that may get wet', 'A windproof jacket'),
  },
  'Black and White Sand': {
    level: 'any',
    description: paragraphs(
      'Without color a dune is only light and edge. You switch your camera to black and white in the morning and do not switch it back.',
      'We talk about filters, contrast and the gray in the middle, and end the day in the print room.',
    ),
    outcome: 'Two black and white prints on baryta paper.',
    bring: list(ANY_CAMERA, 'A yellow or orange filter if you shoot film', 'Sun protection'),
  },
  'Autumn on the Water': {
    level: 'beginner',
    description: paragraphs(
      'Color is easy to photograph and hard to photograph well. We look for three colors at most, and for water that is still enough to double them.',
      'This is a good first class outdoors: slow, close to the car park, with time for every question about your camera.',
    ),
    outcome: 'Five pictures with a limited palette.',
    bring: list('The camera that you have', 'A polarizing filter if you own one', 'Rubber boots'),
  },
}

const STUDIO: Record<string, ClassTexts> = {
  'Still Life by One Window': {
    level: 'any',
    description: paragraphs(
      'One table, one window, one sheet of white card. Painters needed no more, and neither do we.',
      'You build your own scene, move it by centimeters and watch what happens to the shadow. We shoot few frames and look at each for a long time.',
    ),
    outcome: 'One still life, and the three versions that it took to get there.',
    bring: list(ANY_CAMERA, 'A tripod', 'Three things from your kitchen that you like to look at'),
  },
  'Your First Darkroom Print': {
    level: 'beginner',
    description: paragraphs(
      'The moment when a picture appears in the tray has converted more people than any argument. You start with a negative of your own, or one of ours, and make a contact sheet, a test strip and a print.',
      'We explain every step, and you do every step. Eight enlargers, eight people, no queue.',
    ),
    outcome: 'Three prints on 18 × 24 cm paper, fixed, washed and dry.',
    bring: list(
      'A black and white negative, if you have one',
      'Clothes that may get a stain',
      'An apron if you own one',
    ),
  },
  'First Studio Flash': {
    level: 'beginner',
    description: paragraphs(
      'Flash is fast light that you can put anywhere. We begin with one head and no modifier, and add things only when we know what we miss.',
      '1. One light: where the shadow falls\n2. One light and a white card\n3. Two lights, and why one of them is enough',
    ),
    outcome: 'A portrait with one light and a product picture with two.',
    bring: list('A camera with a hot shoe', 'A lens of 50 mm or longer'),
  },
  'Glass Without Glare': {
    level: 'advanced',
    description: paragraphs(
      'Glass shows you everything in the room except itself. You learn the two classic ways, bright field and dark field, and then how to mix them.',
      'Bring patience and clean hands. We have the gloves.',
    ),
    outcome: 'One glass on white and one on black, both ready for a catalogue.',
    bring: list(
      'A camera that can be tethered, with its cable',
      'A macro or standard lens',
      'A glass that you are proud of',
    ),
  },
  'Fruit, Cloth and North Light': {
    level: 'any',
    description: paragraphs(
      'North light does not move, so you can take your time. We arrange, photograph, eat a part of the arrangement and photograph again.',
      'The subject is color: which one comes forward, which one steps back, and what a gray cloth does to all of them.',
    ),
    outcome: 'A series of three, from full bowl to peel.',
    bring: list(ANY_CAMERA, 'A piece of cloth in a color that you would never wear'),
  },
  'The Watchmaker’s Light': {
    level: 'intermediate',
    description: paragraphs(
      'Small, shiny and round: a watch is the hardest thing on the table. We build the light around it from tracing paper and black card, as product photographers do.',
      'You learn to stack focus, to retouch dust and to say when a picture is finished.',
    ),
    outcome: 'One picture of a watch that its maker would print.',
    bring: list('A macro lens, or our extension tubes', 'A watch with a readable dial', 'A laptop'),
  },
  'Ceramics on the Table': {
    level: 'beginner',
    description: paragraphs(
      'For people who make things and want to show them: potters, bakers, sellers. We use a window, a table and the camera that you have, your phone included.',
      'You leave with a setup that you can build again at home in ten minutes.',
    ),
    outcome: 'Ten pictures of your own work, on one background, in one light.',
    bring: list('Your camera or phone', 'Three to five pieces of your own'),
  },
}

const DETAILS: Record<string, ClassTexts> = {
  'Stairs and Hard Shadows': {
    level: 'any',
    description: paragraphs(
      'At noon, when everybody else puts the camera away, stairs become drawings. We walk from one staircase to the next with one lens and look for lines that the sun has added.',
      'You learn to expose for the light and let the shadow be black.',
    ),
    outcome: 'Six graphic pictures in black and white.',
    bring: list('One camera, one lens', 'Comfortable shoes', 'Sunscreen'),
  },
  'Dew Before Breakfast': {
    level: 'intermediate',
    description: paragraphs(
      'Dew lasts until about eight. We are in the meadow at five, on our knees, with a depth of field of two millimeters.',
      'Focus by moving, not by turning. Light with a pocket mirror. Then breakfast, with coffee, and a look at the frames.',
    ),
    outcome: 'Three macro pictures with a background that you have chosen.',
    bring: list('A macro lens or extension tubes', 'A mat to kneel on', 'A pocket mirror'),
  },
  'Arcades at Four O’Clock': {
    level: 'any',
    description: paragraphs(
      'Every afternoon the sun walks through the arcades, one arch after the other. We walk with it, and wait for people to step into the light.',
      'The class is about patience, and about asking before you take a portrait.',
    ),
    outcome: 'A sequence of five: the same place, five people, one hour.',
    bring: list(ANY_CAMERA, 'A lens between 28 and 50 mm'),
  },
  'Reading Negatives': {
    level: 'beginner',
    description: paragraphs(
      'A negative tells you what went wrong before you spend an hour and ten sheets of paper on it. We put yours on the light table and read them: density, contrast, focus, shake.',
      'No darkroom experience is needed. A box of negatives from an attic is very welcome.',
    ),
    outcome: 'A marked contact sheet, and a list of what to do differently on the next roll.',
    bring: list('Up to ten strips of negatives', 'A loupe if you own one'),
  },
  'Small Machines': {
    level: 'advanced',
    description: paragraphs(
      'Watch movements, camera shutters, a sewing machine: small machines reward careful light. We work at one to two times life size and stack up to forty frames.',
      'You should be at home with your camera’s manual mode and have used a macro lens before.',
    ),
    outcome: 'One stacked picture, sharp from front to back, as a large print.',
    bring: list('A macro lens', 'A laptop with your own editing program', 'A small machine that may be opened'),
  },
  'Façades with a Long Lens': {
    level: 'intermediate',
    description: paragraphs(
      'A long lens turns a street into a pattern. From three roofs and one bridge we look for repetition, and for the one window that breaks it.',
      'You learn to keep verticals vertical without software, and to shoot through warm air.',
    ),
    outcome: 'A grid of nine façades that works as one picture.',
    bring: list('A lens of 100 mm or longer', 'A tripod or a beanbag'),
  },
}

const PENDING: Record<string, ClassTexts> = {
  'Pier in the Fog': {
    level: 'any',
    description: paragraphs(
      'A pier leads somewhere, and fog takes the somewhere away. We meet an hour before sunrise at the quay, when the harbour is still and the far end is only a guess.',
      '**How we work.** One frame, one hour. You choose where the planks leave the picture, wait for the fog to thin, and expose so that white stays paper and not glare. Then we change places and look at what the others saw.',
      'If there is no fog, there is rain on the planks, and a second morning the day after.',
    ),
    outcome:
      'Three pictures in which the distance is felt rather than seen, and one of them as a print on matte paper.',
    bring: list(ANY_CAMERA, 'A tripod', 'A cloth for the lens', 'Warm clothes and shoes that do not slip'),
  },
  'Snow Fences': {
    level: 'intermediate',
    description: paragraphs(
      'A fence in snow is a line that somebody has drawn for you. We walk along three of them in the dunes and ask each what it needs: a low sun, an empty sky, or one step to the left.',
      'You learn to keep snow white without losing its grain, to read a histogram with gloves on, and to leave before you have walked through your own picture.',
    ),
    outcome: 'A pair of prints: one fence close up, one as a mark on the horizon.',
    bring: list(
      'A camera that works in the cold, with a warm spare battery',
      'A lens of 70 mm or longer',
      'Proper boots',
    ),
  },
  'Feather and Leaf': {
    level: 'beginner',
    description: paragraphs(
      'Hold a leaf against the light and it becomes a map. With a window, a sheet of glass and a reflector made of card we photograph what is too thin to notice: veins, barbs, the edge of a petal.',
      'No macro lens is needed to begin. We have extension tubes for every mount, and enough feathers for everybody.',
    ),
    outcome: 'A series of four on one ground, sharp from edge to edge.',
    bring: list(ANY_CAMERA, 'A tripod if you own one', 'Two leaves that you have found on the way'),
  },
}

const TEXTS: Record<string, ClassTexts> = { ...OUTDOORS, ...STUDIO, ...DETAILS, ...PENDING }

/** Returns the texts of a class by its name. A denied class has none. */
export function findClassTexts(name: string): Partial<ClassTexts> {
  return TEXTS[name] ?? {}
}
