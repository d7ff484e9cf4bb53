/** The biographies of the demo's instructors, in Markdown. */
import type { InstructorKey } from './instructors.ts'

const paragraphs = (...texts: string[]) => texts.join('\n\n')

export const BIOGRAPHIES: Record<InstructorKey, string> = {
  ingrid: paragraphs(
    'Ingrid grew up on a ferry line and still plans her year by the tide table. She has photographed the same eleven kilometers of coast since 1998, in medium format and mostly from a tripod.',
    'Before she taught, she printed for other photographers for nine years. Students know her for one question: **how long does this picture last?** She asks it before every exposure.',
  ),
  tomas: paragraphs(
    'Tomás worked as a night editor and walked home along the docks at four in the morning, with a rangefinder in his coat. *Last Ferry*, his book of harbours after dark, took him seven winters.',
    'He teaches slowly and in the dark. No one in his classes needs expensive gear, and everyone needs a hat.',
  ),
  yuki: paragraphs(
    'Yuki trained as a ceramicist and came to photography to make pictures of her own bowls. The bowls are gone; the window, the table and the view camera stayed.',
    'Her still lifes take a day each. She teaches groups of eight at most, because only so many people can look at one lemon.',
  ),
  adaeze: paragraphs(
    'Adaeze runs a product studio with two assistants and photographs what is hard to light: glass, steel, watches, perfume. Her work is in catalogs and on packaging, without her name on it, and she likes it that way.',
    'She teaches with the lamps of her daily work, one at a time.',
  ),
  elias: paragraphs(
    'Elias is a geologist by training. He carried a folding camera on surveys in Namibia, Jutland and the Gobi, and at some point the pictures became the reason to go.',
    'He walks fast and speaks little. In return, he knows where the light will be, and he gets you there an hour before it.',
  ),
  noor: paragraphs(
    'Noor studied architecture and drew stairs for five years before she began to photograph them. She works with a twin-lens camera at waist height: people forget that she is there.',
    'Her walks through the city follow the shadow, not the map. Bring shoes that you can stand in.',
  ),
  mei: paragraphs(
    'Mei-Lin is a biologist who photographs what fits under a thumbnail: dew, gears, the edge of a feather. Museums and two encyclopedias print her work.',
    'She makes her own supports from wire and cork, and shows you how. Her mornings begin before the bees wake up.',
  ),
  paul: paragraphs(
    'Paul has run a darkroom since 1984. He has built pinhole cameras from tea tins, hat boxes and once a wardrobe, and has printed for four exhibitions that nobody else would print.',
    'He lets you make the mistake first and explains it afterwards. Most of his students come back for the enlarger.',
  ),
  freya: paragraphs(
    'Freya dives in cold water and photographs under ice. On land she does what the sea has taught her: plan the moment to the minute, carry little, and turn back in time.',
    'For her moonrise pictures she draws the line of sight on a paper map first. You do the same.',
  ),
  samuel: paragraphs(
    'Samuel shot weddings for twelve years, gave his flashes away, and began again with an instant camera and one kind of film. He has worked in black and white since.',
    'He teaches people to look at shapes before things, and to throw nine of ten pictures away while they are still outside.',
  ),
}
