import { findImageUrl } from './images.ts'

/** The further pages of the demo. Terms, privacy, refunds and contact are in every new database. */
export const PAGES = [
  {
    slug: 'about',
    title: 'About',
    summary: 'A small school by the harbour, run by people who photograph every week.',
    text: `We opened in 2019 with one room, two enlargers and a coffee machine. The coffee machine is the only thing that we have replaced.

![Prints that dry on a line, under the red light of the darkroom](${findImageUrl('darkroom-prints')})

## How we teach

Classes are small, so that the instructor sees every print. You work with your own camera, whatever it is, and most of a class takes place outside. Every class ends with pictures on a wall and a conversation about them.

## Who teaches here

Our instructors earn their living with a camera: on boats, in kitchens, in courtrooms and on mountains. [Meet them](/instructors), or read [what they teach](/classes).

## Where we are

{name_and_address}. [Write to us](/contact) before you come.

![Lit houses along the harbour at night](${findImageUrl('night-harbour')})`,
  },
  {
    slug: 'faq',
    title: 'FAQ',
    summary: 'What people ask us before their first class.',
    text: `## Which camera do I need?

One that lets you set aperture and time yourself. If you have none, tell us: we lend five cameras, first come, first served.

## What if it rains?

Then we photograph rain. Some dates have a second day for bad weather, which the page of the class shows.

## Can I change my mind?

Yes, within {cancel_days} of paying. [Refunds](/refunds) says how.

## Do I get a certificate?

No. You get prints.`,
  },
]
