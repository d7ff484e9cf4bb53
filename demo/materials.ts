/** The material of the demo's classes, by the name of the class. */
import type { Material } from '../contract/materials.ts'

/** Paragraphs, and links to articles of the English Wikipedia. */
type Content = [paragraphs: string[], articles: [label: string, title: string][]]

const CONTENTS: Record<string, Content> = {
  'Night Harbour': [
    [
      'We meet half an hour before the blue hour ends, because a harbour at night is made in the last light of the day: the sky still has color, and the lamps are already on. Bring a tripod, a cloth for the spray and gloves that let you turn a ring.',
      'Start at ISO 100, f/8 and 8 seconds, and look at the histogram, not at the screen: in the dark every picture looks bright enough. Expose for the lamps and let the water go black where it wants to.',
      'For next week: three pictures of one lamp and its reflection, at 1, 8 and 60 seconds. Note what the water does in each.',
    ],
    [
      ['The blue hour', 'Blue_hour'],
      ['Night photography', 'Night_photography'],
    ],
  ],
  'Long Exposure at Sea': [
    [
      'A neutral density filter is a pair of sunglasses for time. With ten stops, 1/60 of a second becomes 16 seconds: multiply by a thousand, and you are close enough. Focus and compose first, then put the filter on.',
      'Between half a second and two, waves keep their shape and leave lines. From thirty seconds on, the sea is mist. Decide which one you came for before you count.',
      'Watch the tide table, and never turn your back to the water to look at a picture.',
    ],
    [
      ['Long-exposure photography', 'Long-exposure_photography'],
      ['Neutral-density filters', 'Neutral-density_filter'],
    ],
  ],
  'Dunes at First Light': [
    [
      'Sand has no color of its own in the morning; it has the sky’s in the shadow and the sun’s on the ridge. Stand so that the ridge runs towards you, and wait until the shadow has a clean edge. That lasts about twenty minutes.',
      'Walk around the dune, not over it: the footprints are in everybody’s picture. Change lenses in the car, with the wind at your back.',
      'Overexpose by two thirds of a stop. The meter takes bright sand for grey.',
    ],
    [
      ['The golden hour', 'Golden_hour_(photography)'],
      ['How dunes are made', 'Dune'],
    ],
  ],
  'Still Life by One Window': [
    [
      'One window, one table, one white card. Move the table, not the light: close to the window the shadows are soft and deep, two metres away they are harder and flatter. The card goes where the shadow is too heavy.',
      'Three objects are enough. Let the tallest stand off the middle, let two of them touch, and leave one side empty.',
      'Turn off the lamp on the ceiling. Two colors of light in one picture cannot be mended later.',
    ],
    [
      ['Still life photography', 'Still_life_photography'],
      ['Chiaroscuro', 'Chiaroscuro'],
    ],
  ],
  'Your First Darkroom Print': [
    [
      'Developer, stop, fix, wash: ninety seconds, thirty, five minutes, ten. Write the times on the wall and keep one pair of tongs for each tray. Wet hands do not touch the enlarger.',
      'Make a test strip in steps of two seconds and judge it in white light, dry. The first tone that is as dark as you want the shadows is your time; contrast comes after that, with the filter.',
      'Bring one negative that you like and one that you do not. The second one teaches more.',
    ],
    [
      ['The gelatin silver process', 'Gelatin_silver_print'],
      ['What stands in a darkroom', 'Darkroom'],
    ],
  ],
  'Stairs and Hard Shadows': [
    [
      'Hard shadows need a small, high light: come between eleven and two, when others go home. Underexpose by one stop, so that the shadow becomes a shape and not a place with details.',
      'Look for the line that leads out of the picture and cut it off. A stair is a rhythm; count the steps that you show, and try five, nine and all of them.',
    ],
    [
      ['Architectural photography', 'Architectural_photography'],
      ['Composition', 'Composition_(visual_arts)'],
    ],
  ],
  'First Studio Flash': [
    [
      'The shutter decides how bright the room is, the aperture how bright the flash is. Set 1/125 and f/8, turn the power until the histogram sits well, and leave the rest alone for the first evening.',
      'A large light close by is soft, a small one far away is hard; nothing else about a softbox is magic. Move it by an arm’s length at a time and take the same picture again.',
      'The cable never lies where somebody walks.',
    ],
    [
      ['Flash synchronisation', 'Flash_synchronization'],
      ['The softbox', 'Softbox'],
    ],
  ],
  'Dew Before Breakfast': [
    [
      'Dew is there when the night was clear and still. Be on the meadow at sunrise, on your knees, with a sheet of plastic under you, and do not brush the stem that you came for.',
      'At life size the field of sharpness is a millimetre deep. Turn the camera until the wing or the blade lies parallel to the sensor, and use f/11; smaller costs more than it gives.',
      'Breathe out, then press.',
    ],
    [
      ['Macro photography', 'Macro_photography'],
      ['Focus stacking', 'Focus_stacking'],
    ],
  ],
  'Star Trails for Beginners': [
    [
      'Find the Pole Star and put it where the circles should turn. Then a hundred pictures of thirty seconds with one second between them are better than one of fifty minutes: a passing car spoils one picture, not the night.',
      'A warm battery lasts twice as long. Keep the second one in your pocket, and tape the focus ring once a bright star is a point.',
      'Put something on the ground into the picture. Stars alone are a map.',
    ],
    [
      ['Star trails', 'Star_trail'],
      ['The Pole Star', 'Polaris'],
    ],
  ],
  'Storm Light': [
    [
      'The light that we wait for comes after the rain, not in it, and it stays for five minutes. Have the camera on the tripod under a bag, the exposure set for the bright edge of the cloud.',
      'Stay away from single trees, from the ridge and from the edge of the cliff. If you can hear thunder, the class is in the van.',
    ],
    [
      ['Storms', 'Storm'],
      ['Exposure', 'Exposure_(photography)'],
    ],
  ],
  'Misty Lake Mornings': [
    [
      'Mist rises when the water is warmer than the air. After a clear night in autumn be there an hour before the sun; twenty minutes after it the mist has gone.',
      'Mist is a scale of greys. Put something dark near you, something grey behind it, and let the far shore disappear. Open up by one stop: it is brighter than the meter believes.',
    ],
    [
      ['How fog comes about', 'Fog'],
      ['Aerial perspective', 'Aerial_perspective'],
    ],
  ],
  'Glass Without Glare': [
    [
      'You do not light glass, you light what it stands in front of. For dark edges on a bright ground, put the light behind the glass and black cards beside it; for bright edges on a dark ground, the other way round.',
      'Clean it twice, and then wear gloves. A polarizing filter takes the reflection off the table, and hardly any off the curve.',
    ],
    [
      ['Polarising filters', 'Polarizing_filter_(photography)'],
      ['Reflection', 'Specular_reflection'],
    ],
  ],
  'Arcades at Four O’Clock': [
    [
      'At four the sun comes in under the arches and draws them on the floor. Choose one pillar and stay with it for half an hour; the shadow moves about a hand’s width every ten minutes.',
      'Keep the verticals vertical: hold the camera level, step back, and crop the floor away afterwards. Wait for one person, in the third arch, walking out of the picture.',
    ],
    [
      ['Arcades', 'Arcade_(architecture)'],
      ['Perspective control', 'Perspective_control'],
    ],
  ],
  'Fruit, Cloth and North Light': [
    [
      'North light is the same at ten and at three, so there is time. Begin with the cloth: one fold that leads in, none that crosses the fruit.',
      'Cut one lemon and leave the others whole. Spray it with water at the very end, and photograph it before it dries; after four minutes it looks tired.',
    ],
    [
      ['Still life', 'Still_life'],
      ['Vanitas', 'Vanitas'],
    ],
  ],
  'Moonrise over the Ridge': [
    [
      'The full moon rises when the sun sets; the evening before, a little earlier, and then there is still light on the land. That evening is the one to take. The moon is lit by the sun, so f/8, ISO 100 and 1/125 of a second are a good beginning.',
      'A long lens makes it large against the ridge. Stand two kilometres away from whatever it should rise behind, and be ready: it moves by its own width in two minutes.',
    ],
    [
      ['The full moon', 'Full_moon'],
      ['The moon illusion', 'Moon_illusion'],
    ],
  ],
  'Winter Dunes': [
    [
      'Frost on sand is gone half an hour after the sun reaches it, so we work from the shaded side outwards. Snow and pale sand fool every meter: one and a third stops more than it says.',
      'Let the camera get cold slowly, and warm slowly: closed in its bag until the room has reached it.',
    ],
    [
      ['Exposure compensation', 'Exposure_compensation'],
      ['Frost', 'Frost'],
    ],
  ],
  'Reading Negatives': [
    [
      'Hold the strip against a white sheet, emulsion down. Clear film with nothing in the shadows was exposed too little; no time in the developer brings it back. Dense highlights without a texture were developed too long.',
      'Make a contact print of everything before you enlarge anything. You choose better from a sheet than from a memory.',
    ],
    [
      ['Negatives', 'Negative_(photography)'],
      ['Contact prints', 'Contact_print'],
      ['The zone system', 'Zone_System'],
    ],
  ],
  'Sea Stacks and Tides': [
    [
      'The stack is best at half tide, when the foam draws the rock’s outline. Read the table for the nearest port, take an hour off for safety, and agree on the way back before you walk out.',
      'Try one second as a wave runs back: it leaves white lines that point at the stack.',
    ],
    [
      ['Tides', 'Tide'],
      ['How a stack is made', 'Stack_(geology)'],
    ],
  ],
  'Small Machines': [
    [
      'A clockwork lives by its edges. Light it from low at the side with a narrow strip, and turn the piece until every wheel has one bright rim and one dark.',
      'Twenty pictures, a tenth of a millimetre apart, are put together into one. Lock the mirror, use the timer, and do not lean on the table.',
    ],
    [
      ['Focus stacking', 'Focus_stacking'],
      ['The movement of a watch', 'Movement_(clockwork)'],
    ],
  ],
  'The Watchmaker’s Light': [
    [
      'Metal shows whatever stands around it, so build the room first: a tent of tracing paper, one light from above, and a black card where the edge should be drawn.',
      'Set the hands to ten past ten, stop the second hand at thirty-five, and clean the crystal under the lens, not beside it.',
    ],
    [
      ['Depth of field', 'Depth_of_field'],
      ['Key light and fill', 'Key_light'],
    ],
  ],
  'Façades with a Long Lens': [
    [
      'From far away a façade becomes a pattern. Go up: the second floor across the street has no falling lines. Find where the pattern breaks, an open window or a plant, and give it a third of the picture.',
      'Two hundred millimetres need 1/500 of a second or a tripod. On warm afternoons the air itself trembles; come back in the morning.',
    ],
    [
      ['Telephoto lenses', 'Telephoto_lens'],
      ['Perspective distortion', 'Perspective_distortion'],
    ],
  ],
  'Black and White Sand': [
    [
      'Set the screen to black and white and keep the file raw: you see tones while you work, and lose nothing. A red filter, or its slider, makes the sky dark and the sand bright; green does the opposite.',
      'Look for three tones and no more. If a picture needs its color, it is for another class.',
    ],
    [
      ['Monochrome photography', 'Monochrome_photography'],
      ['Raw files', 'Raw_image_format'],
    ],
  ],
  'Autumn on the Water': [
    [
      'The colors are on the water, not in the trees. Go low, let the reflection fill two thirds, and turn the polarizing filter only halfway: all the way, it takes the reflection with it.',
      'Grey days are better than blue ones. Wind below two metres a second, or stay at home and sort negatives.',
    ],
    [
      ['Autumn leaf color', 'Autumn_leaf_color'],
      ['Polarising filters', 'Polarizing_filter_(photography)'],
    ],
  ],
  'Ceramics on the Table': [
    [
      'A bowl is photographed a little from above, a vase at its own height, a plate from straight overhead. Decide first, then light: from the side for a matt glaze, from behind for a glossy one.',
      'Put one finished piece beside one that came out of the kiln wrong. The picture is about the difference.',
    ],
    [
      ['Ceramic glaze', 'Ceramic_glaze'],
      ['Rule of thirds', 'Rule_of_thirds'],
    ],
  ],
}

/** Returns the material of a class; null for a class that is not approved. */
export function buildMaterial(name: string): Material | null {
  const content = CONTENTS[name]
  if (!content) return null
  const [paragraphs, articles] = content
  const links = articles.map(([label, title]) => ({ words: label, address: `https://en.wikipedia.org/wiki/${title}` }))
  return { text: paragraphs.join('\n\n'), links }
}
